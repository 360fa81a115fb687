import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty, type Storage } from "#kit/field.ts";
import { isInstant } from "#kit/format.ts";
import { idColumn } from "#kit/import.ts";
import { writeList } from "#kit/list-text.ts";
import { writeRangeText } from "#kit/range.ts";
import { inLocale, type Locale, type LocalizedValue } from "#kit/text.ts";
import { yesNo } from "#kit/yes-no.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import { type Cell, plainText } from "#server/spreadsheet/cell.server.ts";

/** The person who reads a sheet: language, titles of related rows by their ids, and time zone. */
export type CellReader = {
  locale: Locale;
  titles: Readonly<Record<string, string>>;
  /** Converts a moment to the local time of the reader's time zone: see `clockIn`. */
  clock: (moment: number) => number;
};

/** A stored value as a cell, without formatting by its field type. */
function storedCell(value: string | number, storage: Storage, { clock }: CellReader): Cell {
  if (storage === "decimal" || storage === "integer") return Number(value);
  if (typeof value === "number") return value;
  if (storage === "date") return { clock: Date.parse(value), hasTime: false };
  return storage === "timestamp" && isInstant(value) ? { clock: clock(Date.parse(value)), hasTime: true } : value;
}

/** Both ends of a range; an open end is empty. */
function rangeText(ends: readonly (string | number | null)[], storage: Storage, reader: CellReader): string {
  return writeRangeText(ends.map((end) => (end === null ? "" : plainText(storedCell(end, storage, reader)))));
}

function oneCell(value: unknown, field: FieldConfig, reader: CellReader): Cell {
  const { locale, titles } = reader;
  const type = fieldTypeOf(field);
  if (typeof value === "boolean") return yesNo[`${value}`][locale];
  if (typeof value === "number") return value;
  if (typeof value !== "string") return type.toText?.(value as never) ?? JSON.stringify(value);
  if (type.references?.(field) !== undefined) return titles[value] ?? "";
  const choice = type.choices?.(field).find(({ key }) => key === value);
  if (choice !== undefined) return choice.name[locale];
  return storedCell(value, type.storage, reader);
}

type Values = Readonly<Record<string, unknown>>;

/** The rows that a value consists of, each on a line with its fields: `Price: 12, Unit: piece`. A value of one row is one line. */
function subRowsText(value: unknown, field: FieldConfig, reader: CellReader): string | undefined {
  const fields = fieldTypeOf(field).subFields?.(field);
  if (fields === undefined) return undefined;
  const lines = [value].flat().map((row) => {
    const filled = Object.entries(fields).filter(([name]) => !isEmpty((row as Values)[name]));
    const pairs = filled.map(
      ([name, sub]) => `${sub.name[reader.locale]}: ${plainText(cellOf((row as Values)[name], sub, reader))}`,
    );
    return writeList(pairs, reader.locale);
  });
  return lines.join("\n");
}

/** A value of a field as a sheet shows it to one reader: choices by their names, related rows by their titles. */
export function cellOf(value: unknown, field: FieldConfig, reader: CellReader): Cell {
  if (isEmpty(value)) return null;
  if (field.localized === true) {
    const { localized: _both, ...single } = field;
    return cellOf(inLocale(value as LocalizedValue<unknown>, reader.locale), single, reader);
  }
  const subRows = subRowsText(value, field, reader);
  if (subRows !== undefined) return subRows;
  const type = fieldTypeOf(field);
  if (type.plainText !== undefined) return type.plainText(value as never, field, reader.locale);
  if (!Array.isArray(value)) return oneCell(value, field, reader);
  const { ends } = type.storage === "none" ? {} : storageTypes[type.storage];
  if (ends !== undefined) return rangeText(value, ends, reader);
  const items = value.map((item) => plainText(oneCell(item, field, reader)));
  return writeList(items, reader.locale);
}

/** The cells of one row, in the order of `names`: fields of the entity, or the row's own times and id. */
export const cellsOf = (entity: EntityDefinition, names: readonly string[], row: AnyRow, reader: CellReader): Cell[] =>
  names.map((name) => {
    const field = entity.fields[name];
    if (field !== undefined) return cellOf(row[name], field, reader);
    if (name === idColumn) return row.id;
    return { clock: reader.clock(Date.parse(String(row[name as keyof AnyRow]))), hasTime: true };
  });
