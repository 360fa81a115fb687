import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { idColumn, type ImportCounts, maxImportCells } from "#kit/import.ts";
import type { FieldConfig } from "#kit/field.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { readCell, type RelationTarget, textOfCell, titlesInCell } from "#records/describe/read-cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { importVerbs } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { normalizeValues } from "#records/change/write.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { localTimeIn, momentIn } from "#server/spreadsheet/cell.server.ts";
import type { FileCell, SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { sheetProblem } from "#server/spreadsheet/sheet-problem.server.ts";
import { type ComparedRow, compareExisting, compareNew, type Comparison, faultyRow } from "./check-row.server.ts";
import { type ExistingRow, idsByTitle, rowsByKey } from "./find-rows.server.ts";
import { type Mapping, titleOfColumn } from "./import-columns.server.ts";
import type { OnProgress } from "./import-pipeline.server.ts";
import { addCheckedRows, beginCheck, type CheckedRow, endCheck } from "./import-store.server.ts";
import { markDuplicates, uniqueRules } from "./unique-values.server.ts";

const texts = {
  badId: { zh: "ID 不正确", en: "This is not a valid ID" },
  noRow: { zh: "没有此 ID 的记录", en: "No record has this ID" },
  sameKey: { zh: "与第 {n} 行指向同一条记录", en: "Row {n} is about the same record" },
} satisfies Record<string, Text>;

/** The number of rows per batch. Other work of the process runs between batches. */
const batchSize = 250;
/** The maximum length of all cells of a sheet together. */
const maxCharacters = 100_000_000;
/** The length that is counted for a cell that is no text: numbers and dates are shorter. */
const otherCellLength = 32;

type ImportContext = RowContext<UserPrincipal>;
/** The rows of a sheet, in chunks of any size. */
type Rows = AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
type CheckRequest = Mapping & { rows: Rows; locale: Locale; timeZone: string };

const keyOfTarget = ({ entity, branch = "" }: RelationTarget): string => `${entity} ${branch}`;

/** Creates a lookup of the rows to which cells of relation fields refer by title. Each title is looked up once. */
function createTitleLookup(
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  mapping: CheckRequest["mapping"],
) {
  const relations = mapping.flatMap((name, columnIndex) => {
    const field = name === null || name === idColumn ? undefined : entity.fields[name];
    const target = field && fieldTypeOf(field).references?.(field);
    return field === undefined || target === undefined
      ? []
      : [{ columnIndex, field, target, key: keyOfTarget(target) }];
  });
  type Titles = { target: RelationTarget; lookedUp: Set<string>; ids: Map<string, string> };
  const titles = new Map<string, Titles>(
    relations.map(({ key, target }) => [key, { target, lookedUp: new Set(), ids: new Map() }]),
  );
  const titlesInRows = (rows: readonly SheetRow[], key: string) =>
    relations
      .filter((relation) => relation.key === key)
      .flatMap(({ columnIndex, field }) =>
        rows.flatMap(({ cells }) => titlesInCell(cells[columnIndex] ?? null, field)),
      );
  return {
    idOf: (target: RelationTarget, title: string) => titles.get(keyOfTarget(target))?.ids.get(title),
    /** Looks up the titles in the cells of some rows. */
    async lookUp(rows: readonly SheetRow[]): Promise<void> {
      for (const [key, { target, lookedUp, ids }] of titles) {
        const newTitles = new Set(titlesInRows(rows, key).filter((title) => !lookedUp.has(title)));
        if (newTitles.size === 0) continue;
        for (const [title, id] of await idsByTitle(services.database, context, target, newTitles)) ids.set(title, id);
        for (const title of newTitles) lookedUp.add(title);
      }
    },
  };
}

/** The key in a row of the sheet: none, a text to look up, or the reason why it is invalid. */
type Key = { text?: string; fault?: Text };

function keyOf(cell: FileCell, keyField: string, { entity, author }: Comparison): Key {
  const text = textOfCell(cell).trim();
  if (text === "") return {};
  if (keyField === idColumn)
    return uuidPattern.test(text.toLowerCase()) ? { text: text.toLowerCase() } : { fault: texts.badId };
  const parsedCell = readCell(cell, entity.fields[keyField] as FieldConfig, author);
  if ("fault" in parsedCell) return parsedCell;
  return { text: String(normalizeValues(entity, { [keyField]: parsedCell.value })[keyField]) };
}

/** Compares rows of the sheet with the existing rows that their keys identify. `rowNumbers`: the first row with each key so far; extended. */
async function compareRows(
  services: Services,
  context: ImportContext,
  comparison: Comparison,
  {
    keyField,
    rows,
    rowNumbers,
  }: { keyField: string | null; rows: readonly SheetRow[]; rowNumbers: Map<string, number> },
): Promise<ComparedRow[]> {
  const { entity } = comparison;
  if (keyField === null) return rows.map((row) => compareNew(comparison, row));
  const keyIndex = comparison.keys.indexOf(keyField);
  const keys = rows.map(({ cells }) => keyOf(cells[keyIndex] ?? null, keyField, comparison));
  const keyTexts = keys.flatMap(({ text }) => text ?? []);
  const matches: Map<string, ExistingRow> =
    keyTexts.length === 0
      ? new Map()
      : await rowsByKey(services.database, context, entity, { keyField, keys: keyTexts });
  const titles = await titlesFor(
    services.database,
    { ...context, locale: comparison.reader.locale },
    entity,
    [...matches.values()].map(({ row }) => row),
  );
  const withTitles = { ...comparison, reader: { ...comparison.reader, titles } };
  return rows.map((row, index) => {
    const { text, fault } = keys[index]!;
    if (fault !== undefined) return faultyRow(comparison, row, { [keyField]: fault });
    if (text === undefined) return compareNew(comparison, row);
    const firstNumber = rowNumbers.get(text);
    if (firstNumber !== undefined)
      return faultyRow(comparison, row, { [keyField]: formatText(texts.sameKey, { n: firstNumber }) });
    rowNumbers.set(text, row.number);
    const match = matches.get(text);
    if (match !== undefined) return compareExisting(withTitles, row, match);
    return keyField === idColumn
      ? faultyRow(comparison, row, { [keyField]: texts.noRow })
      : compareNew(comparison, row);
  });
}

/** Returns a function that adds up the cells of a sheet and their length. @throws {Problem} invalid when there is too much */
function createContentGuard(): (rows: readonly SheetRow[]) => void {
  let characters = 0;
  let cellCount = 0;
  return (rows) => {
    for (const { cells } of rows) {
      cellCount += cells.length;
      for (const cell of cells) characters += typeof cell === "string" ? cell.length : otherCellLength;
    }
    if (cellCount > maxImportCells) throw sheetProblem("cells", maxImportCells);
    if (characters > maxCharacters) throw sheetProblem("tooMuchContent");
  };
}

/** The rows in batches of `batchSize`; the last one may be smaller. */
async function* batchesOf(rows: Rows): AsyncGenerator<SheetRow[]> {
  let pending: SheetRow[] = [];
  for await (const chunk of rows) {
    pending.push(...chunk);
    const end = pending.length - (pending.length % batchSize);
    for (let start = 0; start < end; start += batchSize) yield pending.slice(start, start + batchSize);
    pending = pending.slice(end);
  }
  if (pending.length > 0) yield pending;
}

/**
 * Compares the rows of a sheet with those of an entity that this person may read and write, and passes the results to `store` in batches. Changes no
 * rows of the entity.
 * @throws {Problem} invalid when the sheet has too many cells or too much text
 */
async function checkImport(
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  { mapping, keyField, rows, locale, timeZone }: CheckRequest,
  store: (batch: readonly CheckedRow[]) => Promise<void>,
): Promise<ImportCounts> {
  const { principal } = context;
  const { idOf, lookUp } = createTitleLookup(services, context, entity, mapping);
  const comparison: Comparison = {
    principal,
    entity,
    view: viewOf(principal, entity),
    keys: mapping,
    mayAdd: importVerbs(viewOf(principal, entity)).includes("add"),
    reader: { locale, titles: {}, toLocalTime: localTimeIn(timeZone) },
    author: { locale, fromLocalTime: momentIn(timeZone), idOf },
  };
  const rules = uniqueRules(entity);
  const rowNumbers = new Map<string, number>();
  const refuseTooMuchContent = createContentGuard();
  const counts: ImportCounts = { add: 0, update: 0, unchanged: 0, error: 0 };
  for await (const batch of batchesOf(rows)) {
    refuseTooMuchContent(batch);
    await lookUp(batch);
    let comparedRows = await compareRows(services, context, comparison, { keyField, rows: batch, rowNumbers });
    for (const rule of rules) comparedRows = await markDuplicates(services.database, comparison, rule, comparedRows);
    for (const { state } of comparedRows) counts[state] += 1;
    await store(comparedRows.map(({ merged: _merged, ...row }) => row));
    await yieldToEventLoop();
  }
  return counts;
}

type Check = { id: string; request: CheckRequest; onProgress?: OnProgress };

/**
 * Checks the rows of a sheet and stores the result for the review, replacing that of an earlier check.
 * @throws {Problem} notFound; invalid when the sheet has too many cells or too much text; conflict when the rows are imported already
 */
export async function runCheck(
  services: Services,
  tx: Tx,
  context: ImportContext,
  entity: EntityDefinition,
  { id, request, onProgress }: Check,
): Promise<ImportCounts> {
  const { principal } = context;
  await beginCheck(tx, principal, entity, id);
  let done = 0;
  const counts = await checkImport(services, context, entity, request, async (rows) => {
    await addCheckedRows(tx, principal, id, rows);
    done += rows.length;
    await onProgress?.(done);
  });
  const { mapping, keyField } = request;
  await endCheck(tx, id, { mapping, keyField, counts });
  return counts;
}

/** The columns of a review: the mapped columns of the sheet, with the names of their fields. */
export const reviewColumns = (entity: EntityDefinition, keys: readonly (string | null)[], locale: Locale) =>
  keys.flatMap((key) => (key === null ? [] : [{ field: key, name: titleOfColumn(entity, key)[locale] }]));
