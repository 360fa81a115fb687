import collectData from "#entities/collectData.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
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
  missing: { zh: "请填写条件的值", en: "Enter a value" },
  condition: { zh: "此条件不能用于该字段", en: "This condition cannot be used with this field" },
} satisfies Record<string, Text>;

/** Finds an entity of the space by its type, whose case makes no difference. */
export const findIn =
  ({ all }: EntityRegistry) =>
  (type: string): EntityDefinition | undefined =>
    all.find((entity) => entity.type.toLowerCase() === type.toLowerCase());

/** The problems of a view apart from its identifier, by path: what it needs must exist in the space. */
export function draftProblems({ entities, principal }: RowContext, row: ViewRow): FieldProblems {
  const { view, problems = {} } = resolveView(findIn(entities), row);
  const refused = view === undefined ? [] : refusedConditions(view, principal.tenantId);
  const missing = [...(row.conditions ?? []).entries()].filter(
    ([, { operator, value }]) => operator !== "empty" && (value ?? "").trim() === "",
  );
  return {
    ...Object.fromEntries(refused.map((index): [string, Text] => [`conditions.${index}.value`, texts.condition])),
    ...Object.fromEntries(missing.map(([index]): [string, Text] => [`conditions.${index}.value`, texts.missing])),
    ...problems,
  };
}

/** The problems of a view, by path. */
export function viewProblems(context: RowContext, row: ViewRow): FieldProblems {
  const { entities } = context;
  const isOther = ({ type, joined }: EntityDefinition) =>
    type.toLowerCase() === row.tableName.toLowerCase() && (joined === undefined || joined.id !== row.id);
  const nameProblems: [string, Text][] =
    typeNameProblem(row.tableName) !== undefined
      ? [["tableName", texts.name]]
      : [...entities.all, ...entities.views].some(isOther)
        ? [["tableName", texts.taken]]
        : [];
  return { ...draftProblems(context, row), ...Object.fromEntries(nameProblems) };
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
