import {
  contractOf,
  isOutsideTransaction,
  type Migration,
  migrations,
  statementsOf,
} from "#server/postgres/migrations.server.ts";

/** Migrations from this one on have to leave programs of the version before at work, or say that they do not. */
export const firstRuled = "0054";

/** The statements of a migration, without comments; a text between dollar signs may contain semicolons. */
function statementsIn(text: string): string[] {
  const withoutComments = text.replaceAll(/^\s*--.*$/gm, "");
  const statements: string[] = [];
  let start = 0;
  let quote: string | undefined;
  for (const match of withoutComments.matchAll(/\$\w*\$|;/g)) {
    const [token] = match;
    if (token !== ";") quote = quote === undefined ? token : quote === token ? undefined : quote;
    else if (quote === undefined) {
      statements.push(withoutComments.slice(start, match.index));
      start = match.index + 1;
    }
  }
  return [...statements, withoutComments.slice(start)]
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

/** The objects that a migration makes itself: what it does with them concerns no older program. */
const madeTables = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(statements.flatMap((statement) => /^CREATE TABLE "?(\w+)"?/i.exec(statement)?.[1] ?? []));
/** As `table.column`. */
const madeColumns = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) => {
    const [, table, column] = /^ALTER TABLE "?(\w+)"? ADD COLUMN "?(\w+)"?/i.exec(statement) ?? [];
    return column === undefined ? [] : [`${table}.${column}`];
  });

/** What a migration may do with tables that exist. Each adds something that programs of the version before need not know. */
const additions: RegExp[] = [
  /^CREATE (TABLE|STATISTICS|SCHEMA) /i,
  /^CREATE (OR REPLACE )?FUNCTION /i,
  /^CREATE POLICY /i,
  /^GRANT /i,
  /^DO \$\$ BEGIN IF EXISTS \(SELECT FROM pg_roles WHERE rolname = 'meridian_app'\) THEN GRANT /i,
  /^(DROP TRIGGER IF EXISTS|CREATE TRIGGER) "file_use_/i,
  // A column without a value, or with one that every writer leaves to the database.
  /^ALTER TABLE "?\w+"? ADD COLUMN "?\w+"? (?!.*NOT NULL)/i,
  /^ALTER TABLE "?\w+"? ADD COLUMN "?\w+"? .*DEFAULT .*NOT NULL/i,
  /^ALTER TABLE "?\w+"? ALTER COLUMN "?\w+"? (DROP NOT NULL|SET DEFAULT|SET STORAGE|SET STATISTICS)/i,
  /^ALTER TABLE "?\w+"? SET \(/i,
  // Reads the rows, but holds up no writer, unless the same transaction made the constraint.
  /^ALTER TABLE "?\w+"? VALIDATE CONSTRAINT "?\w+"?$/i,
];

/**
 * What an addition must not do besides: a second action of the same statement, a column that is filled for every row while the table is locked, or one that
 * limits values.
 */
const besides = [
  /, (?:ADD|DROP|ALTER|RENAME|VALIDATE|ENABLE|DISABLE|SET) /i,
  /^ALTER TABLE .* (?:GENERATED ALWAYS AS|UNIQUE|PRIMARY KEY|CHECK)\b/i,
  /^ALTER TABLE .* DEFAULT .*\b(?:random|gen_random_uuid|uuidv7|clock_timestamp|nextval)\(/i,
  /^ALTER TABLE .* (?:big|small)?serial\b/i,
];

/** Statements that concern a table, with its name in the first group. */
const onTable =
  /^(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"?\w+"? ON|UPDATE|INSERT INTO|DELETE FROM|CREATE TRIGGER "?\w+"? .*? ON|CREATE POLICY "?\w+"? ON) "?(\w+)"?/i;
const concurrentIndex = /^CREATE INDEX CONCURRENTLY IF NOT EXISTS "\w+" ON /i;

function isAllowed(statement: string, tables: ReadonlySet<string>, columns: readonly string[]): boolean {
  const table = onTable.exec(statement)?.[1];
  if (table !== undefined && tables.has(table)) return true;
  // Its rows are all empty there, and older programs leave them so.
  const key = /ADD CONSTRAINT "?\w+"? FOREIGN KEY \(([^)]*)\)/i.exec(statement)?.[1];
  if (key !== undefined) return [...key.matchAll(/\w+/g)].some(([column]) => columns.includes(`${table}.${column}`));
  // Words in quotes are names and values.
  const words = statement.replaceAll(/'(?:[^']|'')*'/g, "''");
  return additions.some((pattern) => pattern.test(statement)) && !besides.some((pattern) => pattern.test(words));
}

const droppedCheck = /^ALTER TABLE "(\w+)" DROP CONSTRAINT "(\w+)"$/i;
const listCheck = /^ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)" CHECK \("?\w+"? in \(([^()]*)\)\)( NOT VALID)?$/i;
/** The check of a list of values that a statement adds; undefined for other statements. */
function listCheckIn(statement: string) {
  const [, table, name, list, notValid] = listCheck.exec(statement) ?? [];
  if (table === undefined) return undefined;
  return { key: `${table}.${name}`, values: new Set(list!.split(", ")), readsRows: notValid === undefined };
}

const newTable = /^CREATE TABLE "(\w+)" \(/i;
const inlineListCheck = /CONSTRAINT "(\w+)" CHECK \("?\w+"? in \(([^()]*)\)\)/gi;
/** The checks of lists of values that a statement which makes a table adds with it. */
function listChecksOfTable(statement: string) {
  const [, table] = newTable.exec(statement) ?? [];
  if (table === undefined) return [];
  return [...statement.matchAll(inlineListCheck)].map(([, name, list]) => ({
    key: `${table}.${name}`,
    values: new Set(list!.split(", ")),
  }));
}

/** The checks of lists that a migration replaces by longer ones without reading the rows: older programs write values that both have. */
function widenedChecks(migration: Migration, statements: readonly string[]): ReadonlySet<string> {
  const earlier = migrations
    .filter(({ name, run }) => name < migration.name && typeof run === "string")
    .flatMap(({ run }) => statementsIn(run as string))
    .flatMap((statement) => [listCheckIn(statement) ?? [], listChecksOfTable(statement)].flat());
  const widened = statements.flatMap((statement) => {
    const check = listCheckIn(statement);
    if (check === undefined || check.readsRows) return [];
    const before = earlier.findLast(({ key }) => key === check.key);
    return before !== undefined && [...before.values].every((value) => check.values.has(value)) ? [check.key] : [];
  });
  return new Set(widened);
}

/** What a migration does that a program of the version before cannot work with, or that holds it up; empty if it says so itself. */
export function faultsOf(migration: Migration): string[] {
  const { run } = migration;
  if (typeof run !== "string" || contractOf(migration) !== undefined) return [];
  if (isOutsideTransaction(migration)) return statementsOf(migration).filter((line) => !concurrentIndex.test(line));
  const statements = statementsIn(run);
  const [tables, columns] = [madeTables(statements), madeColumns(statements)];
  const widened = widenedChecks(migration, statements);
  const addsConstraint = statements.some((statement) => / ADD CONSTRAINT /i.test(statement));
  return statements.filter((statement) => {
    if (addsConstraint && / VALIDATE CONSTRAINT /i.test(statement)) return true;
    const [, table, name] = droppedCheck.exec(statement) ?? [];
    if (widened.has(listCheckIn(statement)?.key ?? `${table}.${name}`)) return false;
    return !isAllowed(statement, tables, columns);
  });
}
