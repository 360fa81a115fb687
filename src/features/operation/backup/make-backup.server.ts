import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import type pg from "pg";
import { buildVersion } from "#kit/version.ts";
import { isKey, type Storage } from "#server/files/storage.server.ts";
import { backupLock } from "#server/files/file-removals.server.ts";
import { readApplied } from "#server/postgres/migrations.server.ts";
import { sqlErrorKind } from "#server/postgres/sql-error.server.ts";
import type { Pepper } from "#server/process/secrets.server.ts";
import type { ReachedDatabase } from "../reached-database.server.ts";
import { countText, type Report, sizeText } from "../report.server.ts";
import { readRows, RowDigest } from "./copy-stream.server.ts";
import { keyPrint } from "./key-file.server.ts";
import { layout, type ListedFile, type Manifest, type Part, writeManifest } from "./manifest.server.ts";
import { copyText, listTables, type Table } from "./tables.server.ts";

export type BackupOptions = {
  database: ReachedDatabase;
  storage: Storage;
  pepper: Pepper;
  /** Where the backup comes to stand; it must not exist. */
  folder: string;
  /** Whether the content of the files is copied, and not only their list. */
  withFiles: boolean;
  report: Report;
  signal: AbortSignal;
};

/** Writes what passes to a file. Returns its size and checksum. */
async function writePart(
  file: string,
  streams: readonly NodeJS.ReadWriteStream[],
  source: Readable,
  signal: AbortSignal,
): Promise<Part> {
  const digest = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  await pipeline([source, ...streams, measure, target], { signal });
  return { bytes, sha256: digest.digest("hex") };
}

/** Copies a table in the snapshot of the transaction. */
async function copyTable(client: pg.Client, table: Table, { folder, signal }: { folder: string; signal: AbortSignal }) {
  const digest = new RowDigest();
  const rows = readRows(client, `copy ${copyText(table)} to stdout`, digest);
  const content = await writePart(path.join(folder, layout.table(table.name)), [createZstdCompress()], rows, signal);
  return { ...table, rows: digest.rows, digest: digest.hex, content };
}

/**
 * The keys of all files that rows of the snapshot name: uploads, those in the trash too, files of one person and parts of uploads that are under way.
 * Narrower pictures are left out, the program makes them again.
 */
const fileKeysSql = `select substr(path, 8), sha256 from public.storage_file where path like '/files/%'
  union all select key, null from public.private_file where expires_at > now()
  union all select unnest(parts), null from public.file_upload`;

type CopiedFiles = Manifest["files"] & { missingKeys: string[]; damagedKeys: string[] };

/** The most keys of missing or damaged files that are reported. */
const maxReported = 20;

/** Copies one file; undefined when the storage has none. */
async function copyFile(
  key: string,
  { storage, folder, signal }: BackupOptions & { folder: string },
): Promise<Part | undefined> {
  const opened = await storage.open(key);
  return opened && writePart(path.join(folder, layout.file(key)), [], opened.stream, signal);
}

/** Copies the files of a list of keys, or measures them, and writes the list of what there is. */
async function copyFiles(keysFile: string, options: BackupOptions): Promise<CopiedFiles> {
  const { storage, folder, withFiles, report, signal } = options;
  const result = {
    isIncluded: withFiles,
    count: 0,
    bytes: 0,
    missing: 0,
    missingKeys: [] as string[],
    damagedKeys: [] as string[],
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const line of createInterface(createReadStream(keysFile))) {
      const [key = "", rowSum = "\\N"] = line.split("\t");
      const sha256 = rowSum === "\\N" ? null : rowSum;
      const part = withFiles && isKey(key) ? await copyFile(key, options) : undefined;
      const bytes = withFiles || !isKey(key) ? part?.bytes : await storage.size(key);
      if (bytes === undefined) {
        result.missing += 1;
        if (result.missing <= maxReported) result.missingKeys.push(key);
        continue;
      }
      if (part !== undefined && sha256 !== null && part.sha256 !== sha256 && result.damagedKeys.length < maxReported)
        result.damagedKeys.push(key);
      result.count += 1;
      result.bytes += bytes;
      report.progress(`${countText(result.count, "file")}, ${sizeText(result.bytes)}`);
      yield `${JSON.stringify({ key, bytes, sha256: part?.sha256 ?? sha256 } satisfies ListedFile)}\n`;
    }
  }
  const list = await writePart(path.join(folder, layout.fileList), [], Readable.from(lines()), signal);
  return { ...result, list };
}

/** Keeps files from being removed until the connection ends. @throws {Error} when another backup is made */
async function holdFiles(database: ReachedDatabase): Promise<pg.Client> {
  const client = await database.connect();
  await client.query("begin; set local lock_timeout = '30s'");
  await client.query("select pg_advisory_xact_lock($1)", [backupLock]).catch((error: unknown) => {
    throw sqlErrorKind(error) === "locked" ? new Error("Another backup of this database is being made.") : error;
  });
  return client;
}

/** Copies every table as one snapshot has it. Writers go on meanwhile; what they commit after the first statement is not in the backup. */
async function copyTables(client: pg.Client, folder: string, { report, signal }: BackupOptions) {
  await client.query("begin isolation level repeatable read read only; set local meridian.tenant = '*'");
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "migration"))
    throw new Error("This is no database of Meridian: it has no table `migration`.");
  // Their definitions stay as they are until the end.
  await client.query(`lock table ${tables.map(({ name }) => `public.${name}`).join(", ")} in access share mode`);
  const migrations = [...(await readApplied(client))].map(([name, hash]) => ({ name, hash }));
  const [version] = (await client.query<{ server_version: string }>("show server_version")).rows;
  const copied: Manifest["tables"] = [];
  for (const table of tables) {
    report.progress(`table ${table.name} (${copied.length + 1} of ${tables.length})`);
    copied.push(await copyTable(client, table, { folder, signal }));
  }
  const keysFile = path.join(folder, "keys.tsv");
  await pipeline(
    readRows(client, `copy (${fileKeysSql}) to stdout`, new RowDigest()),
    new PassThrough(),
    createWriteStream(keysFile, { mode: 0o600 }),
    { signal },
  );
  await client.query("commit");
  return { tables: copied, migrations, server: version!.server_version, keysFile };
}

/**
 * Makes a backup of a database and its files while the program works: all tables in one snapshot, and every file that a row of the snapshot names. It
 * stands under its name only when it is whole.
 * @throws {Error} when the folder exists already, or another backup is made
 */
export async function makeBackup(
  options: BackupOptions,
): Promise<{ manifest: Manifest; missingKeys: string[]; damagedKeys: string[] }> {
  const { database, folder, pepper, report } = options;
  if ((await stat(folder).catch(() => undefined)) !== undefined)
    throw new Error(`${folder} exists already. Name another folder.`);
  const draft = `${folder}.partial`;
  await mkdir(path.dirname(path.resolve(folder)), { recursive: true });
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new Error(`${draft} is left from a backup that did not finish. Remove it first.`)
      : error;
  });
  try {
    for (const name of ["tables", "files"]) await mkdir(path.join(draft, name), { mode: 0o700 });
    await holdFiles(database);
    const { keysFile, ...copied } = await copyTables(await database.connect(), draft, options);
    const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0);
    report.line(`Copied ${countText(copied.tables.length, "table")} with ${countText(rows, "row")}.`);
    const { missingKeys, damagedKeys, ...files } = await copyFiles(keysFile, { ...options, folder: draft });
    report.line(
      `${files.isIncluded ? "Copied" : "Listed"} ${countText(files.count, "file")}, ${sizeText(files.bytes)}.`,
    );
    await rm(keysFile);
    const manifest: Manifest = {
      format: 1,
      program: buildVersion,
      createdAt: new Date().toISOString(),
      ...copied,
      files,
      keyPrint: keyPrint(pepper),
    };
    await writeManifest(draft, manifest);
    await rename(draft, folder);
    return { manifest, missingKeys, damagedKeys };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
