import type { AutoPagePart, AutoPageView } from "#kit/auto-page.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";

const texts = {
  total: { zh: "总数", en: "Total" },
  added: { zh: "新增", en: "New" },
  overTime: { zh: "新增趋势", en: "New over time" },
  all: { zh: "明细", en: "Records" },
  latest: { zh: "最新", en: "Latest" },
};

/** The maximum number of fields that a page made from an entity groups by. */
const maxGroups = 2;

/** The first fields of an entity whose values are a choice, those of its list before others. */
const choiceFields = ({ fields, list }: ReadableEntity): string[] =>
  [...new Set([...list.columns, ...Object.keys(fields)])]
    .filter((name) => {
      const field = fields[name]!;
      const { storage, choices } = fieldTypeOf(field);
      return (storage === "text" && choices !== undefined) || storage === "boolean";
    })
    .slice(0, maxGroups);

/** The parts of the page of an entity for which the space has none of its own. */
export function defaultParts(readable: ReadableEntity, kind: AutoPageView): AutoPagePart[] {
  const { type: source, fields, list } = readable;
  const days = kind === "index" ? { days: "30" } : {};
  const totals: AutoPagePart[] = [
    ...(kind === "index"
      ? [{ id: "total", name: "number", title: texts.total, value: { source, measure: "count" } }]
      : []),
    { id: "added", name: "number", title: texts.added, value: { source, measure: "count", ...days } },
  ];
  const charts: AutoPagePart[] = [
    {
      id: "overTime",
      name: "chart",
      title: texts.overTime,
      span: 24,
      value: { source, shape: "bar", by: "time", ...days },
    },
    ...(kind === "time" ? [] : choiceFields(readable)).map((groupBy) => ({
      id: `by${groupBy}`,
      name: "chart",
      title: fields[groupBy]!.name,
      span: 12,
      value: { source, shape: "ring", by: "field", groupBy },
    })),
  ];
  const span = Math.floor(24 / totals.length);
  const rows: AutoPagePart =
    kind === "index"
      ? { id: "latest", name: "list", title: texts.latest, span: 24, value: { source } }
      : {
          id: "all",
          name: "table",
          title: texts.all,
          span: 24,
          value: { source, columns: list.columns.slice(0, 6) },
        };
  return [...totals.map((part) => ({ ...part, span })), ...charts, rows];
}
