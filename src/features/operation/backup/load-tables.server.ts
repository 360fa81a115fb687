import { createReadStream } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type pg from "pg";
import { countText, type Report } from "../report.server.ts";
import { readRows, RowDigest, writeRows } from "./copy-stream.server.ts";
import { DamagedBackup, layout, type Manifest } from "./manifest.server.ts";
import { copyText, listTables } from "./tables.server.ts";

type StatementRow = { drop: string; make: string };

/** Foreign keys, and indexes that belong to no constraint: each with the statements that drop it and make it again. */
const foreignKeysSql = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`;
const indexesSql = `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid) order by relname`;
/** Row security binds the owner too, and COPY refuses to write under it. */
const rowSecuritySql = `select format('alter table %s no force row level security', oid::regclass) as drop,
    format('alter table %s force row level security', oid::regclass) as make
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`;
const triggersSql = `select distinct format('alter table %s disable trigger user', tgrelid::regclass) as drop,
    format('alter table %s enable trigger user', tgrelid::regclass) as make
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal order by 1`;

/**
 * Runs `load` without foreign keys, indexes, triggers and the row security of the owner. Making keys and indexes afterwards is faster, needs no order of the
 * tables, and checks every row.
 */
async function withoutGuards(client: pg.Client, report: Report, load: () => Promise<void>): Promise<void> {
  const statements: StatementRow[] = [];
  for (const text of [foreignKeysSql, indexesSql, rowSecuritySql, triggersSql]) {
    const { rows } = await client.query<StatementRow>(text);
    for (const { drop } of rows) await client.query(drop);
    statements.push(...rows);
  }
  await load();
  report.line("Making indexes and checking relations…");
  // Indexes before the keys that are checked by them.
  for (const { make } of statements.toReversed()) {
    report.progress(make.slice(0, 100));
    await client.query(make);
  }
}

/** @throws {DamagedBackup} when a table of the backup has no place in the database that its migrations made */
async function checkTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const made = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of tables) {
    const missing = columns.filter((column) => made.get(name)?.has(column) !== true);
    if (missing.length > 0)
      throw new DamagedBackup(
        `Table ${name} of the backup has columns that its version does not: ${missing.join(", ")}.`,
      );
  }
}

/**
 * Fills the empty tables of a database with those of a backup, in the caller's transaction, reads them back and compares.
 * @throws {DamagedBackup} when the tables do not fit
 * @throws {Error} when what is read back differs
 */
export async function loadTables(
  client: pg.Client,
  folder: string,
  { manifest, report }: { manifest: Manifest; report: Report },
): Promise<void> {
  await checkTables(client, manifest);
  await withoutGuards(client, report, async () => {
    for (const [index, table] of manifest.tables.entries()) {
      report.progress(`table ${table.name} (${index + 1} of ${manifest.tables.length})`);
      const text = createReadStream(path.join(folder, layout.table(table.name)));
      await pipeline(text, createZstdDecompress(), writeRows(client, `copy ${copyText(table)} from stdin`));
      const digest = new RowDigest();
      const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(readRows(client, `copy ${copyText(table)} to stdout`, digest), sink);
      if (digest.rows !== table.rows || digest.hex !== table.digest)
        throw new Error(
          `Table ${table.name} reads differently than it was written: ${countText(digest.rows, "row")} of ${table.rows}.`,
        );
    }
  });
}
