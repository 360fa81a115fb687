import { setImmediate as turn } from "node:timers/promises";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition, EntityType } from "#kit/entity.ts";
import { idColumn, type ImportCounts, maxImportCells } from "#kit/import.ts";
import type { FieldConfig } from "#kit/field.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { readCell, textOfCell, titlesIn } from "#records/describe/read-cells.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { importVerbs } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { normalizeValues } from "#records/change/write.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { clockIn, momentIn } from "#server/spreadsheet/cell.server.ts";
import { maxCellUnits, type ReadCell, type SheetRow } from "#server/spreadsheet/read-cell.server.ts";
import { sheetProblem } from "#server/spreadsheet/sheet-problem.server.ts";
import { type ComparedRow, compareFound, compareNew, type Comparison, faultyRow } from "./check-row.server.ts";
import { type FoundRow, idsByTitle, rowsByKey } from "./find-rows.server.ts";
import { type Mapping, titleOfField } from "./import-columns.server.ts";
import type { CheckedRow } from "./import-store.server.ts";
import { refuseDuplicates, uniqueRules } from "./unique-values.server.ts";

const texts = {
  badId: { zh: "ID 不正确", en: "This is not a valid ID" },
  noRow: { zh: "没有此 ID 的记录", en: "No record has this ID" },
  sameKey: { zh: "与第 {n} 行指向同一条记录", en: "Row {n} is about the same record" },
} satisfies Record<string, Text>;

/** Rows per batch, between which other work runs; and the maximum length of all cells together. */
const batchSize = 250;
const maxCharacters = 100_000_000;

type ImportContext = RowContext<UserPrincipal>;
type Rows = AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
export type CheckRequest = Mapping & { rows: Rows; locale: Locale; timeZone: string };

/** The rows that cells of relations name by their titles. Each title is looked up once. */
function titleLookup(
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  mapping: CheckRequest["mapping"],
) {
  const relations = mapping.flatMap((name, at) => {
    const field = name === null || name === idColumn ? undefined : entity.fields[name];
    const target = field && fieldTypeOf(field).references?.(field);
    return field === undefined || target === undefined ? [] : [{ at, field, type: target.entity }];
  });
  type Titles = { asked: Set<string>; ids: Map<string, string> };
  const titles = new Map<EntityType, Titles>(relations.map(({ type }) => [type, { asked: new Set(), ids: new Map() }]));
  const namedIn = (rows: readonly SheetRow[], type: EntityType) =>
    relations
      .filter((one) => one.type === type)
      .flatMap(({ at, field }) => rows.flatMap(({ cells }) => titlesIn(cells[at] ?? null, field)));
  return {
    idOf: (type: EntityType, title: string) => titles.get(type)?.ids.get(title),
    /** Looks up what the cells of some rows name. */
    async lookUp(rows: readonly SheetRow[]): Promise<void> {
      for (const [type, { asked, ids }] of titles) {
        const fresh = new Set(namedIn(rows, type).filter((title) => !asked.has(title)));
        if (fresh.size === 0) continue;
        // A row has further titles, of which others may not have been looked for.
        for (const [title, id] of await idsByTitle(services.database, context, type, fresh))
          if (!asked.has(title)) ids.set(title, id);
        for (const title of fresh) asked.add(title);
      }
    },
  };
}

/** The key of a row: none, a text to look up, or the reason why it is invalid. */
type Key = { text?: string; fault?: Text };

function keyOf(cell: ReadCell, keyField: string, { entity, writer }: Comparison): Key {
  const text = textOfCell(cell).trim();
  if (text === "") return {};
  if (keyField === idColumn)
    return uuidPattern.test(text.toLowerCase()) ? { text: text.toLowerCase() } : { fault: texts.badId };
  const reading = readCell(cell, entity.fields[keyField] as FieldConfig, writer);
  if ("fault" in reading) return reading;
  return { text: String(normalizeValues(entity, { [keyField]: reading.value })[keyField]) };
}

/** Compares some rows of the sheet with the rows that they name. */
async function compareRows(
  services: Services,
  context: ImportContext,
  comparison: Comparison,
  { keyField, rows, seen }: { keyField: string | null; rows: readonly SheetRow[]; seen: Map<string, number> },
): Promise<ComparedRow[]> {
  const { entity, names } = comparison;
  if (keyField === null) return rows.map((row) => compareNew(comparison, row));
  const keyIndex = names.indexOf(keyField);
  const keys = rows.map(({ cells }) => keyOf(cells[keyIndex] ?? null, keyField, comparison));
  const keyTexts = keys.flatMap(({ text }) => text ?? []);
  const matches: Map<string, FoundRow> =
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
  return rows.map((row, n) => {
    const { text, fault } = keys[n]!;
    if (fault !== undefined) return faultyRow(comparison, row, { [keyField]: fault });
    if (text === undefined) return compareNew(comparison, row);
    const firstNumber = seen.get(text);
    if (firstNumber !== undefined)
      return faultyRow(comparison, row, { [keyField]: formatText(texts.sameKey, { n: firstNumber }) });
    seen.set(text, row.number);
    const match = matches.get(text);
    if (match !== undefined) return compareFound(withTitles, row, match);
    return keyField === idColumn
      ? faultyRow(comparison, row, { [keyField]: texts.noRow })
      : compareNew(comparison, row);
  });
}

/** Counts what is in a sheet. @throws {Problem} invalid when it is too much */
function contentGuard(): (rows: readonly SheetRow[]) => void {
  let [characters, filled] = [0, 0];
  return (rows) => {
    for (const { cells } of rows) {
      filled += cells.length;
      for (const cell of cells) characters += typeof cell === "string" ? cell.length : maxCellUnits / 1000;
    }
    if (filled > maxImportCells) throw sheetProblem("cells", maxImportCells);
    if (characters > maxCharacters) throw sheetProblem("unpacked");
  };
}

/** Rows in batches of one size. */
async function* batchesOf(rows: Rows): AsyncGenerator<SheetRow[]> {
  let waiting: SheetRow[] = [];
  for await (const some of rows) {
    waiting.push(...some);
    const whole = waiting.length - (waiting.length % batchSize);
    for (let start = 0; start < whole; start += batchSize) yield waiting.slice(start, start + batchSize);
    waiting = waiting.slice(whole);
  }
  if (waiting.length > 0) yield waiting;
}

/**
 * Compares the rows of a sheet with those of an entity that this person may read and write, and hands the outcome to `store` in batches. Changes
 * nothing else.
 * @throws {Problem} invalid when the sheet has too much text
 */
export async function checkImport(
  services: Services,
  context: ImportContext,
  entity: EntityDefinition,
  { mapping, keyField, rows, locale, timeZone }: CheckRequest,
  store: (batch: readonly CheckedRow[]) => Promise<void>,
): Promise<ImportCounts> {
  const { principal } = context;
  const { idOf, lookUp } = titleLookup(services, context, entity, mapping);
  const comparison: Comparison = {
    principal,
    entity,
    view: viewOf(principal, entity),
    names: mapping,
    mayAdd: importVerbs(principal, entity).includes("add"),
    reader: { locale, titles: {}, clock: clockIn(timeZone) },
    writer: { locale, moment: momentIn(timeZone), idOf },
  };
  const [rules, seen, refuseTooMuch] = [uniqueRules(entity), new Map<string, number>(), contentGuard()];
  const counts: ImportCounts = { add: 0, update: 0, unchanged: 0, error: 0 };
  for await (const batch of batchesOf(rows)) {
    refuseTooMuch(batch);
    await lookUp(batch);
    let compared = await compareRows(services, context, comparison, { keyField, rows: batch, seen });
    for (const rule of rules) compared = await refuseDuplicates(services.database, comparison, rule, compared);
    for (const { state } of compared) counts[state] += 1;
    await store(compared.map(({ merged: _merged, ...row }) => row));
    await turn();
  }
  return counts;
}

/** The mapped columns of a sheet, as displayed. */
export const reviewColumns = (entity: EntityDefinition, names: readonly (string | null)[], locale: Locale) =>
  names.flatMap((name) => (name === null ? [] : [{ field: name, name: titleOfField(entity, name)[locale] }]));
