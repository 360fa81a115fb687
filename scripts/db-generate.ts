/**
 * `npm run db:generate [name]`: writes the next migration from the difference between the definitions (entities, schema files) and
 * the last snapshot. `--check`: writes nothing, exits 1 when there is a difference.
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getTableConfig } from "drizzle-orm/pg-core";
import { build } from "vite";

// Node can load the API of drizzle-kit only as CommonJS.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  "drizzle-kit/api",
) as typeof import("drizzle-kit/api");

const snapshotFile = "migrations/snapshot.json";
const isCheck = process.argv.includes("--check");
const label = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "change";

// The definitions as one file: to bundle all modules takes a third of the time of loading them one by one.
mkdirSync("node_modules/.cache", { recursive: true });
const bundleFolder = mkdtempSync(path.resolve("node_modules/.cache/schema-"));
await build({
  mode: "server",
  logLevel: "error",
  build: { outDir: bundleFolder, rollupOptions: { input: { schema: "src/records/registry/schema.server.ts" } } },
});
const { appendOnlyTables, fileReferenceColumns, keysCheckedLast, schema, tenantTables } = (await import(
  pathToFileURL(path.join(bundleFolder, "schema.server.js")).href
)) as typeof import("../src/records/registry/schema.server.ts");
rmSync(bundleFolder, { recursive: true });
const tables = schema();
const scopedTables = new Set(tenantTables());
const minimumAges = appendOnlyTables();
const fileColumns = fileReferenceColumns();
const deferredKeys = new Set(keysCheckedLast());
const searchableTables = new Set(
  Object.entries(tables)
    .filter(([, table]) => "search" in table)
    .map(([name]) => name),
);
const countedTables = new Set(
  Object.entries(tables)
    .filter(([name, table]) => getTableConfig(table).indexes.some(({ config }) => config.name === `${name}_facets`))
    .map(([name]) => name),
);

const previous = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, "utf8")) : generateDrizzleJson({});
const snapshot = generateDrizzleJson(tables, previous.id);
const statements = await generateMigration(previous, snapshot);

if (statements.length === 0) {
  console.log("The migrations are up to date.");
  process.exit(0);
}
if (isCheck) {
  console.error(`The definitions have changed: run \`npm run db:generate\`.\n${statements.join("\n")}`);
  process.exit(1);
}

const setting = "current_setting('meridian.tenant', true)";
/**
 * The condition of row security: rows of the transaction's tenant, or all rows if the setting is `*`. The subselects make PostgreSQL read the setting
 * once per query instead of once per row. Queries name their tenant too. If row security counted as a second filter, PostgreSQL would expect too few
 * rows; because it expects `IS NOT NULL` to be true, it estimates by the query's own conditions.
 */
const isAccessibleRow = `tenant_id = (SELECT nullif(nullif(${setting}, '*'), '')::uuid) OR (SELECT true WHERE ${setting} = '*') IS NOT NULL`;

/** The grants for a new table, and its row security if it has rows of tenants. */
function accessStatements(table: string): string {
  const minimumAge = minimumAges[table];
  const grant = `GRANT SELECT, INSERT${minimumAge === undefined ? ", UPDATE" : ""}, DELETE ON "${table}" TO meridian_app`;
  const grantStatement = `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN ${grant}; END IF; END $$;`;
  if (!scopedTables.has(table)) return grantStatement;
  const withRowSecurity = `${grantStatement}
ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;`;
  // The program cannot change rows of append-only tables, nor delete them before their minimum age.
  if (minimumAge !== undefined)
    return `${withRowSecurity}
CREATE POLICY "${table}_read" ON "${table}" FOR SELECT USING (${isAccessibleRow});
CREATE POLICY "${table}_add" ON "${table}" FOR INSERT WITH CHECK (${isAccessibleRow});
CREATE POLICY "${table}_prune" ON "${table}" FOR DELETE USING ((${isAccessibleRow}) AND created_at < now() - interval '${minimumAge} days');`;
  return `${withRowSecurity}
CREATE POLICY "${table}_tenant" ON "${table}" USING (${isAccessibleRow});`;
}

/**
 * The storage settings of a new table. Tables with a facet index are vacuumed early, because an index-only count needs an up-to-date visibility map. Large
 * values are stored out of line, because lists scan the rows; `search_text` stays in the row, because searches compare it. `search` is stored
 * uncompressed, because it is incompressible; detailed statistics let PostgreSQL estimate how frequent a word is.
 */
function storageSettings(table: string): string[] {
  const autovacuumSettings = `ALTER TABLE "${table}" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);`;
  if (!searchableTables.has(table)) return countedTables.has(table) ? [autovacuumSettings] : [];
  return [
    ...(countedTables.has(table) ? [autovacuumSettings] : []),
    `ALTER TABLE "${table}" SET (toast_tuple_target = 256);`,
    `ALTER TABLE "${table}" ALTER COLUMN "search" SET STORAGE EXTERNAL;`,
    `ALTER TABLE "${table}" ALTER COLUMN "search_text" SET STORAGE MAIN;`,
    `ALTER TABLE "${table}" ALTER COLUMN "search" SET STATISTICS 300;`,
  ];
}

/** The rows that the condition of each trigger tests, by event. */
const rowsOfEvent = { INSERT: ["NEW"], UPDATE: ["OLD", "NEW"], DELETE: ["OLD"] };
const triggerName = (event: string) => `"file_use_${event.toLowerCase()}"`;

/**
 * The triggers that update `file_use` when rows of a table change. Their condition makes rows whose texts do not contain "files" cheap. It reads only
 * the columns that can name a file, because the search entries are longer than all others and stored out of line.
 */
function fileTriggers(table: string): string[] {
  const columns = fileColumns[table];
  if (columns === undefined) return [];
  return Object.entries(rowsOfEvent).map(([event, rows]) => {
    const conditions = rows.map((row) => {
      const texts = columns.map((column) => `${row}."${column}"`).join(", ");
      return `ROW(${texts})::text LIKE '%files%'`;
    });
    return `CREATE TRIGGER ${triggerName(event)} AFTER ${event} ON "${table}" FOR EACH ROW WHEN (${conditions.join(" OR ")}) EXECUTE FUNCTION note_file_uses();`;
  });
}

/** Triggers are dropped and created again when columns of their table change, because their conditions name the columns. */
const dropFileTriggers = (table: string): string[] =>
  Object.keys(rowsOfEvent).map((event) => `DROP TRIGGER IF EXISTS ${triggerName(event)} ON "${table}";`);

/**
 * Creates the database role of the program. A database owner who may not create roles works without it: row security then applies to the owner, by
 * FORCE.
 */
const createRole = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN CREATE ROLE meridian_app NOLOGIN NOBYPASSRLS; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL; END $$;
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN
    -- The role's creator may grant it to themselves; since PostgreSQL 16 they must do so before they can SET ROLE to it.
    EXECUTE format('GRANT meridian_app TO %I', current_user);
    GRANT USAGE ON SCHEMA public TO meridian_app;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`;

/** Adds DEFERRABLE to foreign keys that are checked at the end of the transaction, which Drizzle cannot express. */
function deferredStatement(statement: string): string {
  const key = /ADD CONSTRAINT "(\w+)" FOREIGN KEY/.exec(statement)?.[1];
  return key !== undefined && deferredKeys.has(key)
    ? statement.replace(/;$/, " DEFERRABLE INITIALLY DEFERRED;")
    : statement;
}

const createdTables = statements.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []);
const changedTables = new Set(
  statements.flatMap((statement) => /^ALTER TABLE "(\w+)" (?:ADD|DROP|RENAME|ALTER) COLUMN/.exec(statement)?.[1] ?? []),
);
const tablesToRetrigger = [...changedTables].filter(
  (table) => Object.hasOwn(fileColumns, table) && !createdTables.includes(table),
);
const count = globSync("migrations/*.{sql,ts}").length;
const numberOf = (offset: number) => String(count + offset).padStart(4, "0");
const number = numberOf(0);

/**
 * Whether a statement makes an index of a table that exists. Such indexes are made in a migration of their own, while the program works; a unique one
 * is not, because programs of the version before may write values twice.
 */
const isIndexOfOldTable = (statement: string): boolean => {
  const table = /^CREATE INDEX "\w+" ON "(\w+)"/.exec(statement)?.[1];
  return table !== undefined && !createdTables.includes(table);
};
const indexStatements = statements
  .filter(isIndexOfOldTable)
  .map((statement) =>
    statement.replace(/^CREATE INDEX/, "CREATE INDEX CONCURRENTLY IF NOT EXISTS").replaceAll(/\s*\n\s*/g, " "),
  );
const migration = [
  ...(number === "0000" ? [createRole] : []),
  ...tablesToRetrigger.flatMap(dropFileTriggers),
  ...statements.filter((statement) => !isIndexOfOldTable(statement)).map(deferredStatement),
  ...createdTables.flatMap(storageSettings),
  ...createdTables.map(accessStatements),
  ...[...createdTables, ...tablesToRetrigger].flatMap(fileTriggers),
].join("\n");
const files = new Map<string, string>();
if (migration !== "") files.set(`migrations/${number}_${label}.sql`, migration);
if (indexStatements.length > 0) {
  const indexFile = `migrations/${numberOf(files.size)}_${label}-indexes.sql`;
  files.set(indexFile, ["-- outside a transaction", ...indexStatements].join("\n"));
}
for (const [file, text] of files) writeFileSync(file, `${text}\n`);
writeFileSync(snapshotFile, `${JSON.stringify(snapshot, null, 1)}\n`);
console.log(`${[...files.keys()].join(", ")}: ${statements.length} statements`);
