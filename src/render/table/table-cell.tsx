import type { ListColumn } from "#kit/auto.ts";
import { isEmpty } from "#kit/field.ts";
import { inLocale, type Locale, type LocalizedValue } from "#kit/text.ts";
import { type AnyFieldType, fieldTypeOf } from "#render/field-types.ts";

/** A column with its display component, looked up once. */
export type TableColumn = ListColumn & {
  Show: AnyFieldType["Show"];
  /** Whether its values can be edited inline. */
  isEditable: boolean;
};

/** The column for the table engine. `editable`: the fields that the person may edit inline. */
export function toTableColumn(column: ListColumn, editable: readonly string[] = []): TableColumn {
  const { Show, Edit } = fieldTypeOf(column.config);
  return { ...column, Show, isEditable: Edit !== undefined && editable.includes(column.field) };
}

/** The value of a cell; a localized value in the reader's language if it has one, otherwise in the other. */
export function CellValue({ column, value, locale }: { column: TableColumn; value: unknown; locale: Locale }) {
  const { Show, config } = column;
  const localizedValue = column.localized ? inLocale(value as LocalizedValue<unknown> | null, locale) : value;
  if (isEmpty(localizedValue)) return config.whenEmpty ?? <span className="text-ink-3">—</span>;
  return <Show field={config} value={localizedValue} locale={locale} />;
}

/** The title of a row, for labels and confirmations; undefined if it has none. */
export function rowName(
  columns: readonly ListColumn[],
  row: Record<string, unknown>,
  locale: Locale,
): string | undefined {
  const column = columns.find(({ isTitle }) => isTitle);
  const value = column === undefined ? undefined : row[column.field];
  const title = column?.localized === true ? inLocale(value as LocalizedValue<unknown> | null, locale) : value;
  return typeof title === "string" && title !== "" ? title : undefined;
}
