import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty, type Storage } from "#kit/field.ts";
import { isInstant } from "#kit/format.ts";
import { idColumn } from "#kit/import.ts";
import { columnsOfField, type LanguageColumn, titleInLanguage } from "#kit/language-column.ts";
import { writeList } from "#kit/list-text.ts";
import { writeRangeText } from "#kit/range.ts";
import { inLocale, type Locale, type LocalizedValue } from "#kit/text.ts";
import { yesNo } from "#kit/yes-no.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import { type Cell, plainText } from "#server/spreadsheet/cell.server.ts";

/** The person for whom values are converted to cells: language, titles of related rows by id, and time zone. */
export type CellReader = {
  locale: Locale;
  /** The languages of texts per language in sub-rows, if not `locale` alone. */
  languages?: readonly Locale[];
  titles: Readonly<Record<string, string>>;
  /** Converts an instant (ms since 1970) to the local time of the reader's time zone, as `localTimeIn` does. */
  toLocalTime: (moment: number) => number;
};

/** Converts a value to a cell. */
export type CellOf = (value: unknown) => Cell;

/** Returns the conversion of stored values to cells, without formatting by a field type. */
function storedCellOf(storage: Storage, { toLocalTime }: CellReader): (value: string | number) => Cell {
  if (storage === "decimal" || storage === "integer") return Number;
  if (storage === "date")
    return (value) => (typeof value === "number" ? value : { clock: Date.parse(value), hasTime: false });
  if (storage === "timestamp")
    return (value) =>
      typeof value === "string" && isInstant(value) ? { clock: toLocalTime(Date.parse(value)), hasTime: true } : value;
  return (value) => value;
}

/** Returns the conversion of a range to one text; an open end is empty. */
function rangeCellOf(ends: Storage, reader: CellReader): CellOf {
  const endOf = storedCellOf(ends, reader);
  return (value) =>
    writeRangeText((value as (string | number | null)[]).map((end) => (end === null ? "" : plainText(endOf(end)))));
}

/** Returns the conversion of one value, or of one item of a list. */
function singleCellOf(field: FieldConfig, reader: CellReader): CellOf {
  const { locale, titles } = reader;
  const type = fieldTypeOf(field);
  const isRelation = type.references?.(field) !== undefined;
  const choices = type.choices?.(field);
  // Of several choices with one key, the first counts.
  const names = choices && new Map(choices.toReversed().map(({ key, name }) => [key, name[locale]]));
  const storedCell = storedCellOf(type.storage, reader);
  return (value) => {
    if (typeof value === "boolean") return yesNo[`${value}`][locale];
    if (typeof value === "number") return value;
    if (typeof value !== "string") return type.toText?.(value as never) ?? JSON.stringify(value);
    if (isRelation) return titles[value] ?? "";
    return names?.get(value) ?? storedCell(value);
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the conversion of sub-rows to one line each, such as `Price: 12, Unit: piece`. */
function subRowsCellOf(fields: Readonly<Record<string, FieldConfig>>, reader: CellReader): CellOf {
  const { locale, languages } = reader;
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    (languages === undefined ? [{ field: name }] : columnsOfField(name, field, languages)).map((column) => ({
      name,
      title: (column.language === undefined ? field.name : titleInLanguage(field.name, column.language))[locale],
      cellOf: cellsOfColumn(field, column, reader),
    })),
  );
  return (value) => {
    const lines = ([value].flat() as Values[]).map((row) => {
      const cells = columns.map(({ name, title, cellOf: cell }) => ({ title, cell: cell(row[name]) }));
      return writeList(
        cells.flatMap(({ title, cell }) => (cell === null ? [] : `${title}: ${plainText(cell)}`)),
        locale,
      );
    });
    return lines.join("\n");
  };
}

/** Returns the conversion of values that are not empty, in one language. */
function filledCellOf(field: FieldConfig, reader: CellReader): CellOf {
  const { locale } = reader;
  const type = fieldTypeOf(field);
  const subFields = type.subFields?.(field);
  if (subFields !== undefined) return subRowsCellOf(subFields, reader);
  const { plainText: writePlainText } = type;
  if (writePlainText !== undefined) return (value) => writePlainText(value as never, field, locale);
  const { ends } = type.storage === "none" ? {} : storageTypes[type.storage];
  const singleCell = singleCellOf(field, reader);
  const rangeCell = ends === undefined ? undefined : rangeCellOf(ends, reader);
  return (value) => {
    if (!Array.isArray(value)) return singleCell(value);
    if (rangeCell !== undefined) return rangeCell(value);
    return writeList(
      value.map((item) => plainText(singleCell(item))),
      locale,
    );
  };
}

/**
 * Returns the conversion of a field's values to cells for one reader: choices by their names, related rows by their titles. The field type is
 * consulted once per column, not once per row.
 */
export function cellsOfField(field: FieldConfig, reader: CellReader): CellOf {
  if (field.localized !== true) {
    const filled = filledCellOf(field, reader);
    return (value) => (isEmpty(value) ? null : filled(value));
  }
  const { localized: _both, ...single } = field;
  const cell = cellsOfField(single as FieldConfig, reader);
  return (value) => (isEmpty(value) ? null : cell(inLocale(value as LocalizedValue<unknown>, reader.locale)));
}

/** Returns the conversion of a field's values to the cells of a column: of one language only, if the column has one. */
export function cellsOfColumn(field: FieldConfig, { language }: LanguageColumn, reader: CellReader): CellOf {
  if (language === undefined) return cellsOfField(field, reader);
  const { localized: _both, ...single } = field;
  const cell = cellsOfField(single as FieldConfig, { ...reader, locale: language });
  return (value) => cell((value as LocalizedValue<unknown> | null | undefined)?.[language]);
}

/** Converts one value of a field to a cell. */
export const cellOf = (value: unknown, field: FieldConfig, reader: CellReader): Cell =>
  cellsOfField(field, reader)(value);

/** Returns the conversion of a row to the cells of columns: of fields of the entity, or of the row's own times and id. */
export function cellsOfRows(
  entity: EntityDefinition,
  sheetColumns: readonly LanguageColumn[],
  reader: CellReader,
): (row: AnyRow) => Cell[] {
  const time = (value: unknown): Cell => ({ clock: reader.toLocalTime(Date.parse(String(value))), hasTime: true });
  const columns = sheetColumns.map((column): { name: keyof AnyRow; cell: CellOf } => {
    const { field: name } = column;
    const field = entity.fields[name];
    if (field !== undefined) return { name, cell: cellsOfColumn(field, column, reader) };
    return { name, cell: name === idColumn ? String : time };
  });
  return (row) => columns.map(({ name, cell }) => cell(row[name]));
}
