import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { idColumn } from "#kit/import.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { columnOfKey } from "#kit/language-column.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { changedFrom } from "#records/change/patch.server.ts";
import { changedValues, completeNewValues, ownerColumnFor } from "#records/change/save.server.ts";
import { normalizeValues } from "#records/change/write.server.ts";
import { cellOf, type CellReader, cellsOfColumn } from "#records/describe/cells.server.ts";
import { authorIn, type CellAuthor, isFault, readCell, textOfCell } from "#records/describe/read-cells.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";
import { newId } from "#server/process/id.server.ts";
import { plainText } from "#server/spreadsheet/cell.server.ts";
import type { FileCell, SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { sheetText } from "#server/spreadsheet/xlsx.server.ts";
import type { ExistingRow } from "./find-rows.server.ts";
import type { CheckedRow } from "./import-store.server.ts";

const texts = {
  closed: { zh: "不能修改这个字段", en: "This field cannot be changed" },
  mayNotUpdate: { zh: "您的权限不足，不能修改这条记录", en: "You do not have permission to change this record" },
  mayNotAdd: {
    zh: "没有对应的记录，且不能通过导入新增",
    en: "No such record, and records cannot be added by importing",
  },
} satisfies Record<string, Text>;

/** The context of a check. `keys`: of the sheet's columns, in order (see `Mapping`); null for columns that are not imported. */
export type Comparison = {
  principal: UserPrincipal;
  entity: EntityDefinition;
  view: EntityView;
  keys: readonly (string | null)[];
  mayAdd: boolean;
  reader: CellReader;
  author: CellAuthor;
};

/** A checked row; `merged`: the row after the import. */
export type ComparedRow = CheckedRow & { merged: Readonly<Record<string, unknown>> };

/** The values parsed from the cells of a row by field, and the problems of cells by the keys of their columns. */
type ParsedRow = { values: Record<string, unknown>; problems: FieldProblems };

/** A column that is imported. */
type MappedColumn = { key: string; name: string; language: Locale | undefined; index: number };

const mappedColumns = ({ keys }: Comparison): MappedColumn[] =>
  keys.flatMap((key, index) => {
    if (key === null || key === idColumn) return [];
    const { field: name, language } = columnOfKey(key);
    return [{ key, name, language, index }];
  });

/** The keys of the columns of a field. */
export const columnKeysOf = ({ keys }: Pick<Comparison, "keys">, name: string): string[] =>
  keys.filter((key) => key !== null).filter((key) => columnOfKey(key).field === name);

/** The values of a new row; empty cells are skipped. */
function valuesToAdd(comparison: Comparison, cells: readonly FileCell[]): ParsedRow {
  const { entity, view, author } = comparison;
  const values: Record<string, unknown> = {};
  const problems: FieldProblems = {};
  for (const { key, name, language, index } of mappedColumns(comparison)) {
    const parsedCell = readCell(cells[index] ?? null, entity.fields[name]!, authorIn(author, language), values);
    if ("fault" in parsedCell) problems[key] = parsedCell.fault;
    else if (parsedCell.value !== null && !view.writable.add.has(name)) problems[key] = texts.closed;
    else if (parsedCell.value !== null)
      values[name] =
        language === undefined ? parsedCell.value : { ...(values[name] as object | undefined), ...parsedCell.value };
  }
  return { values, problems };
}

/**
 * The text that an export writes for a value into a column. If the sheet has one language of the field only, a text that is missing in it is that of
 * the other one.
 */
export function exportedText(
  value: unknown,
  { key, name, language }: Pick<MappedColumn, "key" | "name" | "language">,
  { entity, keys, reader }: Pick<Comparison, "entity" | "keys" | "reader">,
): string {
  const field = entity.fields[name]!;
  if (language === undefined) return plainText(cellOf(value, field, reader));
  const isOnlyLanguage = columnKeysOf({ keys }, name).every((other) => other === key);
  const languageReader = { ...reader, locale: language };
  return plainText(
    isOnlyLanguage
      ? cellOf(value, field, languageReader)
      : cellsOfColumn(field, { field: name, language }, reader)(value),
  );
}

/** The readers for whom a file may have been exported, this one first: in either language, or in both. */
const readersOf = (reader: CellReader): CellReader[] =>
  [reader.locale, ...locales.filter((locale) => locale !== reader.locale)].flatMap((locale) => [
    { ...reader, locale },
    { ...reader, locale, languages: locales },
  ]);

/** Whether a cell equals the value that an export writes. It then counts as unchanged, even if the export shortens the value. */
function isExportedValue(cell: FileCell, row: AnyRow, column: MappedColumn, comparison: Comparison): boolean {
  if (isFault(cell)) return false;
  const text = textOfCell(cell);
  return readersOf(comparison.reader).some((reader) => {
    const exported = exportedText(row[column.name], column, { ...comparison, reader });
    return text === exported || text === sheetText(exported);
  });
}

/** The values that differ from the row. A text in one language leaves the others unchanged; an empty cell clears the field. */
function valuesToChange(comparison: Comparison, cells: readonly FileCell[], row: AnyRow): ParsedRow {
  const { entity, view, author } = comparison;
  const values: Record<string, unknown> = {};
  const problems: FieldProblems = {};
  for (const column of mappedColumns(comparison)) {
    const { key, name, language, index } = column;
    const cell = cells[index] ?? null;
    if (isExportedValue(cell, row, column, comparison)) continue;
    const valuesBefore = { ...row, ...values };
    const parsedCell = readCell(cell, entity.fields[name]!, authorIn(author, language), valuesBefore);
    if ("fault" in parsedCell) {
      problems[key] = parsedCell.fault;
      continue;
    }
    const { value } = parsedCell;
    const completeValue =
      language === undefined
        ? value
        : { ...(valuesBefore[name] as object | null), [language]: "", ...(value as object | null) };
    const changed = changedFrom(row, normalizeValues(entity, { [name]: completeValue }));
    if (!Object.hasOwn(changed, name)) continue;
    if (view.writable.update.has(name)) values[name] = changed[name];
    else problems[key] = texts.closed;
  }
  return { values, problems };
}

/** The problems of an error, by the keys of columns; problems of fields without a column are under "". @throws the error if it is not a `Problem` */
function columnProblemsOf(error: unknown, { keys, entity, reader }: Comparison): FieldProblems {
  if (!(error instanceof Problem)) throw error;
  const problems: FieldProblems = {};
  const { fields = {} } = error.details;
  for (const [path, text] of Object.entries(fields)) {
    const [name = ""] = path.split(".", 1);
    const label = Object.hasOwn(entity.fields, name) ? entity.fields[name]!.name[reader.locale] : "";
    const [column = ""] = columnKeysOf({ keys }, name);
    const isLabelMissing = label !== "" && column === "" && !text[reader.locale].includes(label);
    problems[column] ??= isLabelMissing ? { zh: `${label}：${text.zh}`, en: `${label}: ${text.en}` } : text;
  }
  return Object.keys(fields).length === 0 ? { "": error.text } : problems;
}

/** The texts of the cells that have a field. */
const mappedTexts = ({ keys }: Comparison, cells: readonly FileCell[]): string[] =>
  keys.flatMap((key, index) => (key === null ? [] : [textOfCell(cells[index] ?? null)]));

/** The result for a row of the sheet that cannot be imported. */
export function faultyRow(comparison: Comparison, { number, cells }: SheetRow, problems: FieldProblems): ComparedRow {
  const emptyResult = { rowId: null, version: null, values: {}, merged: {} };
  return { number, state: "error", ...emptyResult, cells: mappedTexts(comparison, cells), problems };
}

/** Runs the checks of a save. Returns one problem per column: that of its cell, else that of the save. */
function runChecks<T>(
  comparison: Comparison,
  parsed: ParsedRow,
  run: () => T,
): { result: T } | { problems: FieldProblems } {
  try {
    const result = run();
    return Object.keys(parsed.problems).length > 0 ? parsed : { result };
  } catch (error) {
    const columnProblems = columnProblemsOf(error, comparison);
    return { problems: { ...columnProblems, ...parsed.problems } };
  }
}

/** Checks a row of the sheet that would be added. */
export function compareNew(comparison: Comparison, row: SheetRow): ComparedRow {
  const { principal, entity, mayAdd } = comparison;
  if (!mayAdd) return faultyRow(comparison, row, { "": texts.mayNotAdd });
  const parsed = valuesToAdd(comparison, row.cells);
  const outcome = runChecks(comparison, parsed, () =>
    completeNewValues(principal, entity, { values: parsed.values, internal: ownerColumnFor(principal, entity) }),
  );
  if ("problems" in outcome) return faultyRow(comparison, row, outcome.problems);
  const cells = mappedTexts(comparison, row.cells);
  const { merged } = outcome.result;
  return {
    number: row.number,
    state: "add",
    rowId: newId(),
    version: null,
    values: parsed.values,
    cells,
    problems: null,
    merged,
  };
}

/** Compares a row of the sheet with the existing row that its key identifies. */
export function compareExisting(
  comparison: Comparison,
  sheetRow: SheetRow,
  { row, mayUpdate }: ExistingRow,
): ComparedRow {
  const { principal, entity, view } = comparison;
  const parsed = valuesToChange(comparison, sheetRow.cells, row);
  const isChanged = Object.keys({ ...parsed.values, ...parsed.problems }).length > 0;
  if (isChanged && !(view.may.has("update") && mayUpdate))
    return faultyRow(comparison, sheetRow, { "": texts.mayNotUpdate });
  const outcome = runChecks(comparison, parsed, () =>
    isChanged
      ? changedValues(principal, entity, { row, fieldVersions: {} }, { version: row.version, values: parsed.values })
      : { values: {}, merged: row },
  );
  if ("problems" in outcome) return faultyRow(comparison, sheetRow, outcome.problems);
  const { values: changed, merged } = outcome.result;
  const state = Object.keys(changed).length === 0 ? "unchanged" : "update";
  // Only the values of the sheet are stored: the import computes derived values again.
  const values = state === "update" ? parsed.values : {};
  const cells = mappedTexts(comparison, sheetRow.cells);
  return { number: sheetRow.number, state, rowId: row.id, version: row.version, values, cells, problems: null, merged };
}
