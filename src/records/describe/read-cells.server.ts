import { type FieldConfig, isEmpty } from "#kit/field.ts";
import { isInstant } from "#kit/format.ts";
import { columnsOfField, titleInLanguage } from "#kit/language-column.ts";
import { readLines, readList } from "#kit/list-text.ts";
import { readRangeText } from "#kit/range.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { yesNo } from "#kit/yes-no.ts";
import type { EntityType } from "#kit/entity.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { storageTypes, type StoredStorage } from "#server/postgres/storage.server.ts";
import { plainText } from "#server/spreadsheet/cell.server.ts";
import { cellFaults, type FileCell } from "#server/spreadsheet/file-cell.server.ts";

/** The person who wrote the cells that are parsed: language, time zone, and the rows that they may refer to by title. */
/** The entity whose rows a relation may lead to, and the code of the row below which they are. */
export type RelationTarget = { entity: EntityType; branch?: string | undefined };

export type CellAuthor = {
  locale: Locale;
  /** The inverse of `CellReader.toLocalTime`: converts local time to an instant in ms since 1970. */
  fromLocalTime: (clock: number) => number;
  /** The id of the row with this title that a relation may lead to; `ambiguousTitle` if several rows have it, undefined if none has. */
  idOf: (target: RelationTarget, title: string) => string | undefined;
};

/** The author of cells of a column with texts in one language. */
export const authorIn = (author: CellAuthor, language: Locale | undefined): CellAuthor =>
  language === undefined ? author : { ...author, locale: language };

/** The result of parsing a cell: a value for its field (null for an empty cell), or the problem. */
export type ParsedCell = { value: unknown } | { fault: Text };

type Row = Readonly<Record<string, unknown>>;

/** The text of a cell. */
export const textOfCell = (cell: FileCell): string =>
  typeof cell === "boolean" ? String(cell).toUpperCase() : isFault(cell) ? "" : plainText(cell);

export const isFault = (cell: FileCell | undefined): cell is { fault: keyof typeof cellFaults } =>
  typeof cell === "object" && cell !== null && "fault" in cell;

const foldWord = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

const booleanWords: Readonly<Record<string, boolean>> = Object.fromEntries(
  [true, false].flatMap((value) => {
    const others = value ? ["true", "1", "y", "√", "✓"] : ["false", "0", "n", "×"];
    return [...locales.map((locale) => foldWord(yesNo[`${value}`][locale])), ...others].map((word) => [word, value]);
  }),
);

function booleanOf(text: string): boolean | undefined {
  const word = foldWord(text);
  return Object.hasOwn(booleanWords, word) ? booleanWords[word] : undefined;
}

/** Parses a number with optional thousands separators, in either width. */
function numberOf(text: string): number | undefined {
  const plain = text.normalize("NFKC").trim();
  const digits = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
  return /^[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?$/i.test(digits) ? Number(digits) : undefined;
}

const clockPattern =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;

/** Parses a local date and time, `2026-11-22 09:30`, as ms since 1970 as if it were UTC. */
function clockOf(text: string): number | undefined {
  const parts = clockPattern.exec(text.normalize("NFKC").trim());
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as number[];
  const clock = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const date = new Date(clock);
  const isReal =
    date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && hour! < 24 && minute! < 60 && second! < 60;
  return isReal ? clock : undefined;
}

function instantOf(cell: FileCell | string, { fromLocalTime }: CellAuthor): string | undefined {
  if (typeof cell === "string" && isInstant(cell) && cell.endsWith("Z")) return new Date(cell).toISOString();
  const clock = typeof cell === "string" ? clockOf(cell) : isClock(cell) ? cell.clock : undefined;
  return clock === undefined ? undefined : new Date(fromLocalTime(clock)).toISOString();
}

const isClock = (cell: FileCell): cell is { clock: number; hasTime: boolean } =>
  typeof cell === "object" && cell !== null && "clock" in cell;

function dayOf(cell: FileCell | string): string | undefined {
  const clock = typeof cell === "string" ? clockOf(cell) : isClock(cell) ? cell.clock : undefined;
  return clock === undefined ? undefined : new Date(clock).toISOString().slice(0, 10);
}

/** Parses a value of a storage type; undefined when it is invalid. */
function storedValue(cell: FileCell, storage: StoredStorage, author: CellAuthor): unknown {
  const text = textOfCell(cell);
  if (storage === "boolean") return typeof cell === "boolean" ? cell : booleanOf(text);
  if (storage === "integer" || storage === "decimal") return typeof cell === "number" ? cell : numberOf(text);
  if (storage === "timestamp") return instantOf(typeof cell === "string" ? text.trim() : cell, author);
  if (storage === "date") return dayOf(cell);
  const { ends } = storageTypes[storage];
  if (ends === undefined) return text;
  const range = readRangeText(text)?.map((end) => (end === null ? null : storedValue(end, ends, author)));
  return range?.includes(undefined) === false ? range : undefined;
}

const unknownRow = { zh: "没有名为“{title}”的记录", en: "No record is called “{title}”" };
const severalRows = {
  zh: "有多条名为“{title}”的记录，请填写 ID",
  en: "Several records are called “{title}”. Enter the ID instead.",
};

/** The result of looking up a title that several rows have. */
export const ambiguousTitle = "several";

const withTitle = (text: Text, title: string): Text => {
  const short = title.slice(0, 60);
  return { zh: text.zh.replace("{title}", () => short), en: text.en.replace("{title}", () => short) };
};

function idsByTitle(
  titles: readonly string[],
  target: RelationTarget,
  { idOf }: CellAuthor,
): { ids: string[] } | { fault: Text } {
  const ids: string[] = [];
  for (const title of titles) {
    const id = idOf(target, title);
    if (id === undefined || id === ambiguousTitle)
      return { fault: withTitle(id === undefined ? unknownRow : severalRows, title) };
    ids.push(id);
  }
  return { ids };
}

/** The titles in a cell of a relation. */
export function titlesInCell(cell: FileCell, field: FieldConfig): string[] {
  const text = textOfCell(cell).trim();
  if (text === "") return [];
  return fieldTypeOf(field).storage === "json" ? readList(text) : [text];
}

/** The keys of choices by their names in either language, or by their keys; undefined if one is unknown or ambiguous. */
function keysOf(names: readonly string[], field: FieldConfig): string[] | undefined {
  const choices = fieldTypeOf(field).choices!(field);
  const keys = names.map((name) => {
    const word = foldWord(name);
    const matches = choices.filter(({ key, name: text }) =>
      [key, ...Object.values(text)].some((title) => foldWord(title) === word),
    );
    return matches.length === 1 ? matches[0]!.key : choices.find(({ key }) => key === name.trim())?.key;
  });
  return keys.includes(undefined) ? undefined : (keys as string[]);
}

const colons = [": ", "："];

/** The words that a pair of a field begins with, and the language of each that has one. */
const pairWords = (name: string, field: FieldConfig): { word: string; language?: Locale | undefined }[] => [
  ...columnsOfField(name, field, locales).flatMap(({ language }) =>
    language === undefined
      ? []
      : Object.values(titleInLanguage(field.name, language)).map((word) => ({ word, language })),
  ),
  ...[field.name.zh, field.name.en, name].map((word) => ({ word })),
];

/** Parses a pair such as `Price: 12` into the field, its language and the text of its value; undefined for an unknown field. */
function pairOf(pair: string, fields: Readonly<Record<string, FieldConfig>>) {
  for (const [name, field] of Object.entries(fields))
    for (const { word, language } of pairWords(name, field)) {
      const matchedColon = colons.find((colon) => pair.startsWith(word + colon));
      if (matchedColon !== undefined)
        return { name, field, language, text: pair.slice(word.length + matchedColon.length) };
    }
  return undefined;
}

/** Parses a line such as `Price: 12, Unit: piece`; undefined when a field is unknown or a value invalid. */
function subRowOf(pairs: readonly string[], fields: Readonly<Record<string, FieldConfig>>, author: CellAuthor) {
  const row: Record<string, unknown> = {};
  for (const pair of pairs) {
    const entry = pairOf(pair, fields);
    const parsed = entry && readCell(entry.text, entry.field, authorIn(author, entry.language), row);
    if (parsed === undefined || "fault" in parsed) return undefined;
    const { name, field } = entry!;
    row[name] =
      field.localized === true && Object.hasOwn(row, name)
        ? { ...(row[name] as object | null), ...(parsed.value as object | null) }
        : parsed.value;
  }
  return row;
}

function subRowsOf(text: string, field: FieldConfig, author: CellAuthor): unknown {
  const type = fieldTypeOf(field);
  const fields = type.subFields!(field);
  const rows = readLines(text).map((pairs) => subRowOf(pairs, fields, author));
  if (rows.includes(undefined)) return undefined;
  // A field whose check refuses a list has a single sub-row.
  const isSingle = !type.check(field, schemas).safeParse([]).success;
  return isSingle ? (rows.length === 1 ? rows[0] : undefined) : rows;
}

function parseValue(cell: FileCell, field: FieldConfig, author: CellAuthor, row: Row): unknown {
  const type = fieldTypeOf(field);
  const text = textOfCell(cell);
  if (type.subFields !== undefined) return subRowsOf(text, field, author);
  if (type.readText !== undefined) return type.readText(text, field, row, { markdown: richTextFromMarkdown });
  if (type.choices !== undefined) {
    const isList = type.storage === "json";
    const keys = keysOf(isList ? readList(text) : [text], field);
    return isList ? keys : keys?.[0];
  }
  return type.storage === "none" ? undefined : storedValue(cell, type.storage, author);
}

/** Parses a cell into a value of a field: accepts the output of `cellOf`, and similar input. The field's own check comes later. */
export function readCell(cell: FileCell, field: FieldConfig, author: CellAuthor, row: Row = {}): ParsedCell {
  if (isFault(cell)) return { fault: cellFaults[cell.fault] };
  const text = textOfCell(cell);
  if (isEmpty(text)) return { value: null };
  if (field.localized === true) {
    const { localized: _both, ...single } = field;
    const reading = readCell(cell, single, author, row);
    return "fault" in reading || reading.value === null ? reading : { value: { [author.locale]: reading.value } };
  }
  const type = fieldTypeOf(field);
  const target = type.references?.(field);
  if (target !== undefined) {
    const related = idsByTitle(titlesInCell(cell, field), target, author);
    if ("fault" in related) return related;
    return { value: type.storage === "json" ? related.ids : related.ids[0] };
  }
  const value = parseValue(cell, field, author, row);
  return value === undefined ? { fault: type.message(field, text) } : { value };
}
