import { conditionsIn, type Filter, isFilter, type SortOrder } from "./filter.ts";
import type { Text } from "./text.ts";

/** The parts of an item that shows a row: each shows one field of the row, or nothing. */
export const rowParts = ["title", "text", "picture", "date", "link"] as const;
export type RowPart = (typeof rowParts)[number];

export const rowPartNames: Readonly<Record<RowPart, Text>> = {
  title: { zh: "标题", en: "Title" },
  text: { zh: "说明", en: "Text" },
  picture: { zh: "图片", en: "Image" },
  date: { zh: "日期", en: "Date" },
  link: { zh: "链接", en: "Link" },
};

/**
 * The rows of an entity that a component, or a page, shows: one value, so that the edits of two people never combine to half of each. `fields`: the field
 * that each part of an item shows; empty for a page, whose components name fields themselves. What visitors may read of it is checked by the server
 * (records/site/visitor-source.server.ts).
 */
export type RowBinding = {
  entity: string;
  fields: { readonly [P in RowPart]?: string };
  filter?: Filter;
  sort?: SortOrder;
  /** The number of rows; `rowBindingLimits.usual` without it. */
  count?: number;
};

/** `bindings`: how many different bindings a page may have, each of which is one query. `text`: characters of a text in an item. */
export const rowBindingLimits = {
  rows: 50,
  usual: 6,
  conditions: 20,
  values: 50,
  value: 200,
  name: 60,
  bindings: 20,
  text: 400,
};

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= rowBindingLimits.name;

/** Whether no value of a filter is longer than what people enter. */
const hasShortValues = (filter: Filter): boolean => {
  if (!("field" in filter)) return ("and" in filter ? filter.and : filter.or).every(hasShortValues);
  const values = [filter.value].flat();
  return (
    isName(filter.field) &&
    values.length <= rowBindingLimits.values &&
    values.every((value) => typeof value !== "string" || value.length <= rowBindingLimits.value)
  );
};

const isBoundFilter = (value: unknown): value is Filter =>
  isFilter(value) && conditionsIn(value) <= rowBindingLimits.conditions && hasShortValues(value);

function isSort(value: unknown): value is SortOrder {
  if (typeof value !== "object" || value === null) return false;
  const { field, direction, ...rest } = value as Record<string, unknown>;
  return isName(field) && (direction === "asc" || direction === "desc") && Object.keys(rest).length === 0;
}

const isFieldChoice = (value: unknown): value is RowBinding["fields"] =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([part, field]) => (rowParts as readonly string[]).includes(part) && isName(field));

/** Whether untrusted input has the shape of a binding. Whether its entity and fields exist is checked against those of the space. */
export function isRowBinding(value: unknown): value is RowBinding {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { entity, fields, filter, sort, count = 1, ...rest } = value as Record<string, unknown>;
  return (
    isName(entity) &&
    isFieldChoice(fields) &&
    (filter === undefined || isBoundFilter(filter)) &&
    (sort === undefined || isSort(sort)) &&
    Number.isInteger(count) &&
    (count as number) >= 1 &&
    (count as number) <= rowBindingLimits.rows &&
    Object.keys(rest).length === 0
  );
}

/** What an item shows of a row, by the fields of its binding; empty for a part without a value. `date`: `2026-11-29`. */
export type RowItem = { id: string } & Record<RowPart, string>;

/** What visitors read of an entity, for the panel of the builder. `parts`: what the values of a field can show in an item. */
export type BindableEntity = {
  type: string;
  name: string;
  fields: { name: string; label: string; parts: RowPart[] }[];
  /** The fields, and times of a row, by which a list can be sorted. */
  sorts: { name: string; label: string }[];
  /** The field that names a row. */
  titleField?: string;
};

/** The path with the id of a row in place of `{id}`. */
export const pathOfRow = (pattern: string, id: string): string => pattern.replaceAll("{id}", id);
