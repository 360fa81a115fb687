import collectData from "#entities/collectData.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { ViewRow } from "#kit/joined-view.ts";
import { Problem, type FieldProblems } from "#kit/problem.ts";
import { typeNameProblem } from "#kit/reserved-names.ts";
import type { Text } from "#kit/text.ts";
import { refusedConditions } from "#records/query/joined-store.server.ts";
import { resolveView } from "#records/registry/joined-view.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";

const texts = {
  name: {
    zh: "标识须以小写字母开头，只含字母和数字，且不能是系统保留的名称",
    en: "Start with a lowercase letter and use letters and digits only. Reserved names are not allowed.",
  },
  taken: { zh: "已有同名的数据类型或视图", en: "Another type or view has this name" },
  condition: { zh: "此条件不能用于该字段", en: "This condition cannot be used with this field" },
} satisfies Record<string, Text>;

/** The problems of a view, by path: what it needs must exist in the space. */
export function viewProblems({ entities, principal }: RowContext, row: ViewRow): FieldProblems {
  const find = (type: string) => entities.all.find((entity) => entity.type.toLowerCase() === type.toLowerCase());
  const isOther = ({ type, joined }: EntityDefinition) =>
    type.toLowerCase() === row.tableName.toLowerCase() && (joined === undefined || joined.id !== row.id);
  const nameProblems: [string, Text][] =
    typeNameProblem(row.tableName) !== undefined
      ? [["tableName", texts.name]]
      : [...entities.all, ...entities.views].some(isOther)
        ? [["tableName", texts.taken]]
        : [];
  const { view, problems = {} } = resolveView(find, row);
  const refused = view === undefined ? [] : refusedConditions(view, principal.tenantId);
  const conditionProblems = refused.map((index): [string, Text] => [`conditions.${index}.value`, texts.condition]);
  return { ...Object.fromEntries([...conditionProblems, ...nameProblems]), ...problems };
}

/** Checks a changed view. `before`: its row before the change. @throws {Problem} invalid, naming what is wrong by its path */
export function refuseInvalidView(
  context: RowContext,
  entity: EntityDefinition,
  { changed, before, text }: { changed: AnyValues; before: AnyValues; text: Text },
): void {
  if (entity.type !== collectData.type || context.principal.kind === "system") return;
  const fields = viewProblems(context, { ...before, ...changed } as ViewRow);
  if (Object.keys(fields).length > 0) throw new Problem("invalid", text, { fields });
}
