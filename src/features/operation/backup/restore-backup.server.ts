import { rm, writeFile } from "node:fs/promises";
import type pg from "pg";
import type { Storage } from "#server/files/storage.server.ts";
import { migrate } from "#server/postgres/migrate.server.ts";
import {
  hashOf,
  migrationLock,
  migrations,
  makeMigrationTable,
  recordMigration,
  runMigration,
} from "#server/postgres/migrations.server.ts";
import { sqlErrorKind } from "#server/postgres/sql-error.server.ts";
import { createLog } from "#server/process/log.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import type { ReachedDatabase } from "../reached-database.server.ts";
import { countText, type Report, sizeText } from "../report.server.ts";
import { generatedKeyFile, hasKey, keyFileOf, readKeyFile } from "./key-file.server.ts";
import { findMissing, UnknownOutcome, withFiles } from "./load-files.server.ts";
import { loadTables } from "./load-tables.server.ts";
import { layout, type Manifest, readFileList, readManifest, verifyPart } from "./manifest.server.ts";
import { checkTarget, emptyDatabase, RestoreRefused } from "./target-database.server.ts";

export type RestoreOptions = {
  database: ReachedDatabase;
  storage: Storage;
  dataFolder: string;
  filesFolder: string;
  /** The key of the settings or of the data folder; undefined when there is none yet. */
  pepper: Pepper | undefined;
  folder: string;
  /** What `verifyBackup` read of it. */
  manifest: Manifest;
  /** A file with the key of the backup; by default the one beside it. */
  keyFile: string | undefined;
  /** Whether a backup may be restored whose key is lost. */
  acceptsOtherKey: boolean;
  /** The name of the database that may be overwritten. */
  overwrite: string | undefined;
  report: Report;
  signal: AbortSignal;
};

/** Compares every file of a backup with its checksum. @throws {DamagedBackup} */
export async function verifyBackup(folder: string, report: Report, signal: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { name, content } of manifest.tables) {
    signal.throwIfAborted();
    report.progress(`table ${name}`);
    await verifyPart(folder, layout.table(name), content);
  }
  await verifyPart(folder, layout.fileList, manifest.files.list);
  let count = 0;
  if (manifest.files.isIncluded)
    for await (const { key, bytes, sha256 } of readFileList(folder)) {
      signal.throwIfAborted();
      await verifyPart(folder, layout.file(key), { bytes, sha256: sha256 ?? "" });
      count += 1;
      report.progress(countText(count, "file"));
    }
  const files = manifest.files.isIncluded ? "" : ", which are not in the backup";
  report.line(
    `The backup of ${manifest.createdAt} is whole: ${countText(manifest.tables.length, "table")}, ${countText(manifest.files.count, "file")} (${sizeText(manifest.files.bytes)})${files}.`,
  );
  return manifest;
}

/** @throws {RestoreRefused} when the backup was made by a newer version */
function checkVersion(manifest: Manifest): void {
  const hashes = new Map(migrations.map((migration) => [migration.name, hashOf(migration)]));
  const other = manifest.migrations.find(({ name, hash }) => hashes.get(name) !== hash);
  if (other !== undefined)
    throw new RestoreRefused(
      `The backup was made by version ${manifest.program}, whose migration ${other.name} this version does not have. Restore it with that version.`,
    );
}

/**
 * The key that has to be written to the data folder; undefined when the right one is there.
 * @throws {RestoreRefused} when there is no right key: nobody could sign in with a password
 */
async function findKey(options: RestoreOptions): Promise<Pepper | undefined> {
  const { pepper, folder, keyFile, acceptsOtherKey } = options;
  const { keyPrint } = options.manifest;
  if (pepper !== undefined && hasKey(pepper, keyPrint)) return undefined;
  const stored = await readKeyFile(keyFile ?? keyFileOf(folder));
  if (stored !== undefined && hasKey(stored, keyPrint) && pepper === undefined) return stored;
  if (acceptsOtherKey) return undefined;
  throw new RestoreRefused(
    pepper === undefined
      ? `The key of the backup is missing. Set PEPPER to it, or name its file with --key-file (a backup leaves it at ${keyFileOf(folder)}).`
      : "The backup was made with another key than this installation has. Set PEPPER to the key of the backup; if it is lost, --accept-other-key restores all but passwords, authenticators and encrypted settings.",
  );
}

/** Makes the tables as the migrations of the backup made them. */
async function makeTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const names = new Set(manifest.migrations.map(({ name }) => name));
  await makeMigrationTable(client);
  for (const migration of migrations) if (names.has(migration.name)) await runMigration(client, migration);
}

/** Applies the migrations that the backup does not have yet. */
async function applyMissing(client: pg.Client, manifest: Manifest, report: Report): Promise<void> {
  const names = new Set(manifest.migrations.map(({ name }) => name));
  for (const migration of migrations.filter(({ name }) => !names.has(name))) {
    report.line(`Migrating: ${migration.name}`);
    await runMigration(client, migration);
    await recordMigration(client, migration);
    // A later migration may alter a table only when none of its keys waits to be checked.
    await client.query("set constraints all immediate; set constraints all deferred");
  }
}

/** Jobs that were under way end: the person who started one decides whether it begins again with the restored data. */
const endJobs = `update public.job set state = 'failed', ended_at = now(), problem = jsonb_build_object('reference', gen_random_uuid(), 'text',
    jsonb_build_object('zh', '数据已从备份恢复，任务已结束。如仍需要，请重新开始', 'en', 'The data was restored from a backup, which ended this job. Start it again if you still need it.'))
  where state in ('queued', 'running')`;

/** Restores the database in the caller's transaction. */
async function restoreDatabase(client: pg.Client, options: RestoreOptions): Promise<void> {
  const { folder, manifest, overwrite, report } = options;
  await client.query(
    "begin; set local lock_timeout = '10s'; set local meridian.tenant = '*'; set local maintenance_work_mem = '256MB'",
  );
  // A process that starts meanwhile waits, and finds the restored database.
  await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
  if (await checkTarget(client, overwrite)) {
    report.line("Emptying the database…");
    await emptyDatabase(client);
  }
  await makeTables(client, manifest);
  // Migrations limit themselves to the rows of one space, or to none.
  await client.query("set local meridian.tenant = '*'");
  report.line("Restoring the tables…");
  await loadTables(client, folder, { manifest, report });
  await client.query(endJobs);
  await applyMissing(client, manifest, report);
}

/** The number of rows of all tables that the backup has; tables that a later migration dropped count as none. */
async function countRows(client: pg.Client, { tables }: Manifest): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await client.query("set meridian.tenant = '*'");
  for (const { name } of tables) {
    const { rows } = await client.query<{ name: string | null }>("select to_regclass($1)::text as name", [
      `public."${name}"`,
    ]);
    if ((rows[0]?.name ?? null) === null) continue;
    const counted = await client.query<{ count: string }>(`select count(*) from public."${name}"`);
    counts.set(name, Number(counted.rows[0]!.count));
  }
  return counts;
}

/** Tells the counts of the committed tables beside those of the backup; only migrations that were missing may differ. */
async function compareCounts(client: pg.Client, manifest: Manifest, report: Report): Promise<void> {
  const counts = await countRows(client, manifest);
  let total = 0;
  for (const { name, rows } of manifest.tables) {
    const restored = counts.get(name);
    total += restored ?? 0;
    if (restored !== rows)
      report.line(`  ${name}: ${rows} in the backup, ${restored ?? "no table"} now, by the migrations above`);
  }
  report.line(
    `Restored ${countText(counts.size, "table")} with ${countText(total, "row")}; every row compares equal to the backup.`,
  );
}

/**
 * Restores a backup that `verifyBackup` found whole: everything or nothing. What can be refused is refused before anything changes.
 * @throws {RestoreRefused}
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { database, storage, dataFolder, filesFolder, folder, manifest, overwrite, report, signal } = options;
  checkVersion(manifest);
  const newKey = await findKey(options);
  if (!manifest.files.isIncluded) {
    const missing = await findMissing(folder, storage, 10);
    if (missing.length > 0)
      throw new RestoreRefused(
        `The storage does not have files that the backup lists, ${missing.join(", ")} among them. Copy them there first.`,
      );
  }
  const client = await database.connect();
  await checkTarget(client, overwrite);
  // The statement under way fails then, and everything is undone.
  const interrupt = () => void client.end();
  signal.addEventListener("abort", interrupt);
  try {
    await restoreDatabase(client, options);
    const target = { folder, storage, partsFolder: filesFolder, signal };
    const commit = async () => {
      const keyFile = generatedKeyFile(dataFolder);
      // A connection that was lost while files were copied has committed nothing.
      await client.query("select 1");
      if (newKey !== undefined)
        await writeFile(keyFile, `${newKey.key.toString()}\n`, { mode: 0o600, flag: "wx", flush: true });
      await client.query("commit").catch(async (error: Error) => {
        if (sqlErrorKind(error) === "lost")
          throw new UnknownOutcome(
            `The connection was lost during the commit (${error.message}). Start the program and look whether the data is there; if not, restore again.`,
          );
        if (newKey !== undefined) await rm(keyFile, { force: true });
        throw error;
      });
    };
    const added = manifest.files.isIncluded ? await withFiles(target, report, commit) : (await commit(), 0);
    report.line(`Restored ${countText(added, "file")}; ${manifest.files.count - added} were there already.`);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw signal.aborted && !(error instanceof UnknownOutcome) ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
  await migrate({ connection: database.connection, log: createLog("error") });
  await client.query("analyze");
  await compareCounts(client, manifest, report);
}
