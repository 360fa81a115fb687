import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { isKey } from "#server/files/storage.server.ts";

/** The files of a backup, below its folder. */
export const layout = {
  manifest: "manifest.json",
  manifestSum: "manifest.json.sha256",
  table: (name: string) => `tables/${name}.copy.zst`,
  fileList: "files.jsonl",
  file: (key: string) => `files/${key}`,
};

const sum = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.int().min(0);
const part = z.strictObject({ bytes: count, sha256: sum });

const manifestSchema = z.strictObject({
  format: z.literal(1),
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** The version of PostgreSQL. */
  server: z.string(),
  /** The migrations of the database, by which a restore makes its tables. */
  migrations: z.array(z.strictObject({ name: z.string(), hash: sum })).min(1),
  tables: z.array(
    z.strictObject({ name: identifier, columns: z.array(identifier), rows: count, digest: sum, content: part }),
  ),
  /** `isIncluded`: the backup has the content of the files, not only their list. `missing`: files of rows that the storage did not have. */
  files: z.strictObject({ isIncluded: z.boolean(), count, bytes: count, missing: count, list: part }),
  /** Identifies the key without telling it (`keyPrint`). */
  keyPrint: sum,
});
export type Manifest = z.output<typeof manifestSchema>;
export type Part = z.output<typeof part>;

const storedFile = z.strictObject({ key: z.string().refine(isKey), bytes: count, sha256: sum.nullable() });
/** A line of the list of files. `sha256` is null when the list was made without reading the file. */
export type ListedFile = z.output<typeof storedFile>;

/** A backup that is damaged or incomplete; the message names the file. */
export class DamagedBackup extends Error {}

/** Size and checksum of a file. @throws {DamagedBackup} when it is missing */
async function measure(file: string): Promise<Part> {
  const [digest, stats] = [createHash("sha256"), await stat(file).catch(() => undefined)];
  if (stats === undefined) throw new DamagedBackup(`${file} is missing.`);
  await pipeline(createReadStream(file), digest);
  return { bytes: stats.size, sha256: digest.digest("hex") };
}

/** @throws {DamagedBackup} when the file differs from what the backup says of it */
export async function verifyPart(
  folder: string,
  name: string,
  expected: { bytes: number; sha256: string },
): Promise<void> {
  const file = path.join(folder, name);
  const { bytes, sha256 } = await measure(file);
  if (bytes !== expected.bytes) throw new DamagedBackup(`${file} has ${bytes} bytes instead of ${expected.bytes}.`);
  if (sha256 !== expected.sha256) throw new DamagedBackup(`${file} is damaged: its checksum differs.`);
}

/** Writes the manifest and its checksum, which complete a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const line = `${hash("sha256", text)}  ${layout.manifest}\n`;
  await writeFile(path.join(folder, layout.manifest), text, { mode: 0o600, flush: true });
  await writeFile(path.join(folder, layout.manifestSum), line, { mode: 0o600, flush: true });
}

/** @throws {DamagedBackup} when there is none, when it is damaged, or of a format that this version does not know */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, layout.manifest);
  const text = await readFile(file, "utf8").catch(() => undefined);
  const sumLine = await readFile(path.join(folder, layout.manifestSum), "utf8").catch(() => "");
  if (text === undefined) throw new DamagedBackup(`${folder} is no backup: it has no ${layout.manifest}.`);
  if (sumLine.slice(0, 64) !== hash("sha256", text))
    throw new DamagedBackup(`${file} is damaged: its checksum differs.`);
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new DamagedBackup(`${file} is of another version of the program: ${z.prettifyError(parsed.error)}`);
}

/** The files of a backup, one after the other. @throws {DamagedBackup} on a line that is none */
export async function* readFileList(folder: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface(createReadStream(path.join(folder, layout.fileList)))) {
    const parsed = storedFile.safeParse(JSON.parse(line));
    if (!parsed.success) throw new DamagedBackup(`${layout.fileList} has an invalid line: ${line.slice(0, 100)}`);
    yield parsed.data;
  }
}
