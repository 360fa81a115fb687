import type { EntityDefinition } from "#kit/entity.ts";
import { isEmpty } from "#kit/field.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { searchColumns, type SearchColumns } from "./search.server.ts";

type Row = Readonly<Record<string, unknown>>;

/** The searchable text of a field: its value, or the text that its type derives from the value. */
function searchableText({ fields }: EntityDefinition, name: string, value: unknown): unknown {
  const field = fields[name];
  const searchText = field === undefined ? undefined : fieldTypeOf(field).searchText;
  if (searchText === undefined || isEmpty(value)) return value;
  const values = field?.localized === true ? Object.values(value as object) : [value];
  return values.filter((item) => !isEmpty(item)).map((item) => searchText(item as never));
}

/** The search columns of a row, as field types define the searchable texts. */
export const rowSearchColumns = (entity: EntityDefinition, tenantId: string, row: Row): SearchColumns =>
  searchColumns(
    entity,
    tenantId,
    Object.fromEntries((entity.searchable ?? []).map((name) => [name, searchableText(entity, name, row[name])])),
  );

/** The search columns of a row as fields of a JSON recordset: PostgreSQL reads the entries faster from a text than from a JSON array. */
export function recordsetSearchColumns(entity: EntityDefinition, tenantId: string, row: Row) {
  const { search, search_text } = rowSearchColumns(entity, tenantId, row);
  return { search: `{${search.join(",")}}`, search_text };
}
