import type { BoundRow } from "#kit/bound-page.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { type FieldConfig, isEmpty } from "#kit/field.ts";
import type { Filter } from "#kit/filter.ts";
import { markdown } from "#kit/markdown.ts";
import { localPicturePattern } from "#kit/picture.ts";
import type { RichText } from "#kit/rich-text.ts";
import { richTextHtml } from "#kit/rich-text-html.ts";
import {
  isRowBinding,
  type RowBinding,
  rowBindingLimits,
  type RowItem,
  type RowPart,
  rowParts,
} from "#kit/row-binding.ts";
import { inLocale, type Locale, type LocalizedValue } from "#kit/text.ts";
import { shorten } from "#kit/text-length.ts";
import { safeUrl } from "#kit/url.ts";
import { cellOf } from "#records/describe/cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { entitiesTag, rowsTag } from "#server/postgres/tags.server.ts";
import { plainText } from "#server/spreadsheet/cell.server.ts";
import { isFilterOf, partsOf, sortFieldsOf, type VisitorSource, visitorSource } from "./visitor-source.server.ts";

/** Where bound rows are read, and for whom. `onRead` gets the cache tag of everything that was read. */
export type VisitorReader = {
  database: Database;
  entities: EntityRegistry;
  tenantId: string;
  locale: Locale;
  onRead?: ((tag: string) => void) | undefined;
};

/** One row of a binding: at most `limit` rows that satisfy `filter` too. */
type Selection = { limit: number; names: readonly string[]; filter?: Filter };

/**
 * Rows of a binding as visitors may read them. What the binding names and is not there any more is left out; where that is a condition, there are no rows,
 * because rows without it are more than what was to be shown.
 */
async function readBoundRows(
  reader: VisitorReader,
  binding: RowBinding,
  source: VisitorSource,
  { limit, names, filter }: Selection,
): Promise<{ rows: AnyRow[]; titles: Readonly<Record<string, string>> }> {
  const { database, entities, tenantId, locale, onRead } = reader;
  const { entity, fields, principalOf, within } = source;
  if (binding.filter !== undefined && !isFilterOf(source, binding.filter)) return { rows: [], titles: {} };
  const visibleNames = [...new Set(names)].filter((name) => fields.has(name));
  const sort =
    binding.sort !== undefined && sortFieldsOf(source).includes(binding.sort.field) ? binding.sort : undefined;
  const conditions = [within, binding.filter, filter].filter((part) => part !== undefined);
  const read = await readRows(database, principalOf(tenantId), entity, {
    filter: { and: conditions },
    sort: sort ?? entity.publicSort ?? entity.list.sort,
    pageSize: limit,
    fields: visibleNames,
  });
  const rows = read.map(
    (row) => Object.fromEntries(["id", ...visibleNames].map((name) => [name, row[name]])) as AnyRow,
  );
  for (const name of visibleNames) {
    const target = fieldTypeOf(fields.get(name)!).references?.(fields.get(name)!);
    if (target !== undefined) onRead?.(rowsTag(tenantId, target.entity));
  }
  const visitor = { principal: { kind: "anonymous", tenantId } as const, entities, locale };
  return { rows, titles: await titlesFor(database, visitor, entity, rows) };
}

/** Rows of one query, where many are read. */
const rowsPerQuery = 100;

/**
 * The rows that the page of a record can show, the newest first: as visitors may read them, and as the filter of the page limits them. At most
 * `limit`.
 */
export async function readBoundAddresses(
  reader: VisitorReader,
  value: unknown,
  limit: number,
): Promise<{ id: string; updatedAt: string }[]> {
  const found = sourceFor(reader, value);
  if (found === undefined) return [];
  const { binding, source } = found;
  const { entity, principalOf, within } = source;
  if (binding.filter !== undefined && !isFilterOf(source, binding.filter)) return [];
  const conditions = [within, binding.filter].filter((part) => part !== undefined);
  const addresses: { id: string; updatedAt: string }[] = [];
  let isLast = false;
  while (!isLast && addresses.length < limit) {
    const size = Math.min(rowsPerQuery, limit - addresses.length);
    // Each query begins after the last row of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await readRows(reader.database, principalOf(reader.tenantId), entity, {
      filter: { and: conditions },
      sort: { field: "createdAt", direction: "desc" },
      pageSize: size,
      fields: [],
      ...(addresses.length === 0 ? {} : { after: addresses.at(-1)!.id }),
    });
    addresses.push(...rows.map(({ id, updatedAt }) => ({ id, updatedAt })));
    isLast = rows.length < size;
  }
  return addresses;
}

/** A value of a field in words. Times are in UTC: a page is kept for all its readers. */
function textOf(value: unknown, field: FieldConfig, locale: Locale, titles: Readonly<Record<string, string>>): string {
  const localValue = field.localized === true ? inLocale(value as LocalizedValue<unknown> | null, locale) : value;
  if (isEmpty(localValue)) return "";
  if (fieldTypeOf(field).writtenAs === "markdown")
    return typeof localValue === "string" ? markdown(localValue).summary : richTextHtml(localValue as RichText).summary;
  return plainText(cellOf(value, field, { locale, titles, toLocalTime: (moment) => moment }));
}

type PartReader = { locale: Locale; titles: Readonly<Record<string, string>> };

/** What a part of an item shows of a value; empty for a value that it cannot show. */
function partOf(part: RowPart, value: unknown, field: FieldConfig, { locale, titles }: PartReader): string {
  if (!partsOf(field).includes(part)) return "";
  if (part === "picture") return typeof value === "string" && localPicturePattern.test(value) ? value : "";
  if (part === "link") return safeUrl(value) ?? "";
  const text = textOf(value, field, locale, titles);
  return part === "date" ? text.slice(0, 10) : shorten(text, rowBindingLimits.text);
}

/** The source of a binding from a document, with the tags of what decides about it. */
function sourceFor({ entities, tenantId, onRead }: VisitorReader, binding: unknown) {
  onRead?.(entitiesTag(tenantId));
  if (!isRowBinding(binding)) return undefined;
  const source = visitorSource(entities, binding.entity);
  if (source === undefined) return undefined;
  for (const type of [binding.entity, "enum"]) onRead?.(rowsTag(tenantId, type));
  return { binding, source };
}

/** The items of a list that is bound to rows; none if visitors may not read them. */
export async function readItems(reader: VisitorReader, value: unknown): Promise<RowItem[]> {
  const found = sourceFor(reader, value);
  if (found === undefined) return [];
  const { binding, source } = found;
  const { rows, titles } = await readBoundRows(reader, binding, source, {
    limit: binding.count ?? rowBindingLimits.usual,
    names: Object.values(binding.fields),
  });
  const partReader = { locale: reader.locale, titles };
  return rows.map((row) => {
    const parts = rowParts.map((part) => {
      const name = binding.fields[part];
      const field = name === undefined ? undefined : source.fields.get(name);
      return [part, field === undefined ? "" : partOf(part, row[name!], field, partReader)] as const;
    });
    return { id: row.id, ...(Object.fromEntries(parts) as Record<RowPart, string>) };
  });
}

/** The row of a page: that with the id, or without one the first; undefined if visitors may not read it. `names`: the fields that components show. */
export async function readBoundRow(
  reader: VisitorReader,
  value: unknown,
  { id, names }: { id: string | undefined; names: readonly string[] },
): Promise<BoundRow | undefined> {
  const found = sourceFor(reader, value);
  if (found === undefined) return undefined;
  const { binding, source } = found;
  const { titleField } = source.entity;
  const { rows, titles } = await readBoundRows(reader, binding, source, {
    limit: 1,
    names: [...names, titleField],
    ...(id === undefined ? {} : { filter: { field: "id", op: "eq", value: id } as const }),
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const partReader = { locale: reader.locale, titles };
  const read = (part: RowPart, name: string): string => {
    const field = source.fields.get(name);
    return field === undefined ? "" : partOf(part, row[name], field, partReader);
  };
  const values = names.map((name) => {
    const parts = (["text", "picture", "link"] as const).map((part) => [part, read(part, name)]);
    return [name, Object.fromEntries(parts.filter(([, text]) => text !== ""))];
  });
  return { id: row.id, title: read("title", titleField), values: Object.fromEntries(values) };
}
