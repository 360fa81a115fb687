import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { type CallContext, defineCall } from "#kit/call.ts";
import type { ViewRow, ViewValue } from "#kit/joined-view.ts";
import { viewValueKey } from "#kit/joined-view.ts";
import { Problem } from "#kit/problem.ts";
import { draftProblems, findIn } from "#records/change/view-check.server.ts";
import { listDescriptionOutput } from "#records/describe/auto-output.server.ts";
import { listDescriptionOf } from "#records/describe/describe.server.ts";
import { viewEntity } from "#records/query/joined-store.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { rowOutput } from "#records/query/row-input.server.ts";
import { refuseVerbWithoutProof } from "#records/registry/guard.server.ts";
import { type FindEntity, resolveValue } from "#records/registry/joined-values.server.ts";
import { defaultTitle } from "#records/registry/joined-view.server.ts";
import { toViewRow, viewDraftInput } from "../view-draft.server.ts";

/** The number of rows in the list. */
const rowCount = 10;

/** The parts of a view that have no problems. */
function withoutProblems(row: ViewRow, paths: readonly string[]): ViewRow {
  const isRight = (part: string) => (_: unknown, index: number) =>
    !paths.some((path) => path.startsWith(`${part}.${index}.`));
  return {
    ...row,
    columns: row.columns.filter(isRight("columns")),
    conditions: row.conditions?.filter(isRight("conditions")) ?? null,
  };
}

/** What the values of a view are called, by their keys. */
function namesOf(find: FindEntity, row: ViewRow, locale: CallContext["locale"]): Record<string, string> {
  const base = find(row.base);
  if (base === undefined) return {};
  const nameOf = (value: ViewValue): [string, string][] => {
    try {
      return [[viewValueKey(value), defaultTitle(resolveValue(find, base, value))[locale]]];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  };
  return Object.fromEntries([...row.columns, ...(row.conditions ?? [])].flatMap(nameOf));
}

const previewView = defineCall({
  method: "POST",
  path: "paas/collectData/preview",
  envelope: "data",
  title: {
    zh: "预览尚未保存的数据视图：前几行与有误之处",
    en: "Preview a data view that has not been saved: its first rows within your rights, and what is wrong with it",
  },
  access: administrator,
  safe: true,
  limit: { max: 240, windowSeconds: 60 },
  input: viewDraftInput,
  output: z.strictObject({
    /** What is wrong, by the path in the definition. Wrong columns and conditions are left out of the list. */
    problems: z.record(z.string(), z.string()),
    /** What columns without a title are called, by the keys of their values (kit/joined-view.ts, `viewValueKey`). */
    names: z.record(z.string(), z.string()),
    /** Null when nothing can be shown. */
    list: z.strictObject({ play: listDescriptionOutput, rows: z.array(rowOutput) }).nullable(),
  }),
  async run(draft, context) {
    const { locale, principal, entities, services } = context;
    const find = findIn(entities);
    const row = toViewRow(draft);
    const problems = draftProblems(context, row);
    const answer = {
      problems: Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, text[locale]])),
      names: namesOf(find, row, locale),
    };
    // Values are checked only where the fields are right, so that leaving these out can show more problems.
    const resolvable = withoutProblems(row, Object.keys(problems));
    const shown = withoutProblems(resolvable, Object.keys(draftProblems(context, resolvable)));
    if (Object.keys(draftProblems(context, shown)).length > 0) return { ...answer, list: null };
    const entity = viewEntity(find, principal, shown);
    refuseVerbWithoutProof(principal, entity, "read");
    const rows = await readRows(services.database, principal, entity, { pageSize: rowCount });
    return {
      ...answer,
      list: { play: listDescriptionOf(entity, principal, locale, { requests: [], layout: undefined }), rows },
    };
  },
});

export default previewView;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/collectData/preview": typeof previewView;
  }
}
