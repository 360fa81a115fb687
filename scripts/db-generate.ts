/**
 * `npm run db:generate [name]`: writes the next migration from the difference between the definitions (entities, schema files) and
 * the last snapshot. `--check`: writes nothing, exits 1 when there is a difference.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { getTableConfig } from "drizzle-orm/pg-core";
import { createServer } from "vite";

// drizzle-kit's programming interface exists as CommonJS only in a form that Node can load.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  "drizzle-kit/api",
) as typeof import("drizzle-kit/api");

const snapshotFile = "migrations/snapshot.json";
const isCheck = process.argv.includes("--check");
const label = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "change";

const vite = await createServer({
  mode: "server",
  server: { middlewareMode: true, watch: null },
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
});
const { appendOnlyTables, fileNamingTables, keysCheckedLast, schema, tenantTables } = (await vite.ssrLoadModule(
  "/src/records/registry/schema.server.ts",
)) as typeof import("../src/records/registry/schema.server.ts");
const tables = schema();
const scoped = new Set(tenantTables());
const appendOnly = appendOnlyTables();
const fileNaming = fileNamingTables();
const checkedLast = new Set(keysCheckedLast());
const searchable = new Set(
  Object.entries(tables)
    .filter(([, table]) => "search" in table)
    .map(([name]) => name),
);
const counted = new Set(
  Object.entries(tables)
    .filter(([name, table]) => getTableConfig(table).indexes.some(({ config }) => config.name === `${name}_facets`))
    .map(([name]) => name),
);
await vite.close();

const previous = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, "utf8")) : generateDrizzleJson({});
const after = generateDrizzleJson(tables, previous.id);
const statements = await generateMigration(previous, after);

if (statements.length === 0) {
  console.log("The migrations are up to date.");
  process.exit(0);
}
if (isCheck) {
  console.error(`The definitions have changed: run \`npm run db:generate\`.\n${statements.join("\n")}`);
  process.exit(1);
}

/** A subselect makes PostgreSQL read the setting once per query instead of once per row, and estimate that a tenant may have many rows. */
const setting = "current_setting('meridian.tenant', true)";
const isOwn = `tenant_id = (SELECT nullif(nullif(${setting}, '*'), '')::uuid) OR (SELECT ${setting}) = '*'`;

/** Grants for a new table, and row security for tables of tenants. */
function protect(table: string): string {
  const age = appendOnly[table];
  const grant = `GRANT SELECT, INSERT${age === undefined ? ", UPDATE" : ""}, DELETE ON "${table}" TO meridian_app`;
  const granted = `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN ${grant}; END IF; END $$;`;
  if (!scoped.has(table)) return granted;
  const secured = `${granted}
ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;`;
  // Such rows are immutable, and cannot be deleted early, not even by the program.
  if (age !== undefined)
    return `${secured}
CREATE POLICY "${table}_read" ON "${table}" FOR SELECT USING (${isOwn});
CREATE POLICY "${table}_add" ON "${table}" FOR INSERT WITH CHECK (${isOwn});
CREATE POLICY "${table}_prune" ON "${table}" FOR DELETE USING ((${isOwn}) AND created_at < now() - interval '${age} days');`;
  return `${secured}
CREATE POLICY "${table}_tenant" ON "${table}" USING (${isOwn});`;
}

/**
 * Tables of entities are vacuumed early, because an index-only count needs an up-to-date visibility map. Large values are stored out of line, because
 * lists scan the rows, except for the text that searches compare; search entries are incompressible. Statistics of the entries tell PostgreSQL which
 * words are frequent.
 */
function layOut(table: string): string[] {
  const upkeep = `ALTER TABLE "${table}" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);`;
  if (!searchable.has(table)) return counted.has(table) ? [upkeep] : [];
  return [
    ...(counted.has(table) ? [upkeep] : []),
    `ALTER TABLE "${table}" SET (toast_tuple_target = 256);`,
    `ALTER TABLE "${table}" ALTER COLUMN "search" SET STORAGE EXTERNAL;`,
    `ALTER TABLE "${table}" ALTER COLUMN "search_text" SET STORAGE MAIN;`,
    `ALTER TABLE "${table}" ALTER COLUMN "search" SET STATISTICS 300;`,
  ];
}

/** The rows that the condition of each trigger looks at. */
const watched = { INSERT: ["NEW"], UPDATE: ["OLD", "NEW"], DELETE: ["OLD"] };
const nameOfTrigger = (event: string) => `"file_use_${event.toLowerCase()}"`;

/**
 * Triggers that keep `file_use` up to date with a table. A row without "files" in its texts costs one look, which leaves out what cannot name a file:
 * search entries are longer than all the rest and stored elsewhere.
 */
function watchFiles(table: string): string[] {
  const columns = fileNaming[table];
  if (columns === undefined) return [];
  return Object.entries(watched).map(([event, rows]) => {
    const looks = rows.map((row) => {
      const texts = columns.map((column) => `${row}."${column}"`).join(", ");
      return `ROW(${texts})::text LIKE '%files%'`;
    });
    return `CREATE TRIGGER ${nameOfTrigger(event)} AFTER ${event} ON "${table}" FOR EACH ROW WHEN (${looks.join(" OR ")}) EXECUTE FUNCTION note_file_uses();`;
  });
}

/** Triggers name the columns of their table, which cannot change under them. */
const unwatchFiles = (table: string): string[] =>
  Object.keys(watched).map((event) => `DROP TRIGGER IF EXISTS ${nameOfTrigger(event)} ON "${table}";`);

/** The role that the program works as. An owner that may not create roles continues without: FORCE then applies row security to the owner. */
const role = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN CREATE ROLE meridian_app NOLOGIN NOBYPASSRLS; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL; END $$;
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN
    -- Whoever made the role may grant it to themselves, and since PostgreSQL 16 has to before they may work as it.
    EXECUTE format('GRANT meridian_app TO %I', current_user);
    GRANT USAGE ON SCHEMA public TO meridian_app;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`;

/** Drizzle has no word for keys that are checked at the end of a transaction. */
function defer(statement: string): string {
  const key = /ADD CONSTRAINT "(\w+)" FOREIGN KEY/.exec(statement)?.[1];
  return key !== undefined && checkedLast.has(key)
    ? statement.replace(/;$/, " DEFERRABLE INITIALLY DEFERRED;")
    : statement;
}

const created = statements.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []);
const changed = new Set(
  statements.flatMap((statement) => /^ALTER TABLE "(\w+)" (?:ADD|DROP|RENAME|ALTER) COLUMN/.exec(statement)?.[1] ?? []),
);
const rewatched = [...changed].filter((table) => Object.hasOwn(fileNaming, table) && !created.includes(table));
const number = String(globSync("migrations/*.{sql,ts}").length).padStart(4, "0");
const text = [
  ...(number === "0000" ? [role] : []),
  ...rewatched.flatMap(unwatchFiles),
  ...statements.map(defer),
  ...created.flatMap(layOut),
  ...created.map(protect),
  ...[...created, ...rewatched].flatMap(watchFiles),
].join("\n");
writeFileSync(`migrations/${number}_${label}.sql`, `${text}\n`);
writeFileSync(snapshotFile, `${JSON.stringify(after, null, 1)}\n`);
console.log(`migrations/${number}_${label}.sql: ${statements.length} statements`);
