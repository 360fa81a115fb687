import type { CallInput } from "#kit/call.ts";
import { type ViewColumn, type ViewCondition, viewLimits, viewValueKey } from "#kit/joined-view.ts";

export type ViewDraft = CallInput<"POST paas/collectData/preview">;

/** Longer titles and values are wrong anyway, which the form says. */
const cut = (text: unknown, max: number): string | null => (typeof text === "string" ? text.slice(0, max) : null);

const columnOf = ({ path, aggregate, title, isSearchable, sort }: ViewColumn): ViewDraft["columns"][number] => ({
  path,
  aggregate,
  title: title ? { zh: cut(title.zh, 400), en: cut(title.en, 400) } : null,
  isSearchable,
  sort,
});

const conditionOf = ({ path, aggregate, operator, value }: ViewCondition): ViewDraft["conditions"][number] => ({
  path,
  aggregate,
  operator,
  value: cut(value, 200),
});

const isRowLimit = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= viewLimits.rows;

/** The definition in the values of the form, as the server previews it; undefined until the base is chosen. */
export function draftOf(values: Readonly<Record<string, unknown>>): ViewDraft | undefined {
  const { tableName, base, columns, conditions, maxRows } = values;
  if (typeof base !== "string" || base === "") return undefined;
  return {
    tableName: cut(tableName, 100) ?? "",
    base,
    columns: ((columns ?? []) as ViewColumn[]).map(columnOf),
    conditions: ((conditions ?? []) as ViewCondition[]).map(conditionOf),
    maxRows: isRowLimit(maxRows) ? maxRows : null,
  };
}

/** The values that a draft uses, each once. */
export function valuesIn({ columns, conditions }: Pick<ViewDraft, "columns" | "conditions">) {
  const values = [...columns, ...conditions].map(({ path, aggregate }) => ({ path, aggregate }));
  return [...new Map(values.map((value) => [viewValueKey(value), value])).values()];
}
