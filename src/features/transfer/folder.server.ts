import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { maxFolderRows } from "#kit/transfer.ts";
import { isOversized, pathToBadText } from "#server/http/input-guard.server.ts";
import { entryOf, zip } from "#server/spreadsheet/zip.server.ts";
import { openZip, unpack, type Zip, type ZipFile } from "#server/spreadsheet/zip-reader.server.ts";
import { faultText, folderProblem } from "./folder-problem.server.ts";
import { contentText, type RowContent } from "./row-content.server.ts";

const format = "meridian-configuration";
/** Raised when older versions of the program cannot read the files. */
const formatVersion = 1;
const manifestName = "manifest.json";
/** Bytes that all files may unpack to, and characters of one file. */
const maxUnpackedBytes = 32 * 1024 * 1024;
const maxFileCharacters = 3_000_000;

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.int().min(1),
  exportedAt: z.string().max(40),
  space: z.string().max(200),
});

/** A row in a folder. `path`: `role/Editor`. */
export type FolderRow = { path: string; content: RowContent };
/** A folder that was read. `faults`: why files cannot be used, by path. */
export type Folder = { space: string; rows: FolderRow[]; faults: { path: string; text: Text }[] };

/** The bytes of a folder as a ZIP file. */
export async function writeFolder(
  { space, exportedAt }: { space: string; exportedAt: Date },
  rows: readonly FolderRow[],
): Promise<Buffer> {
  const manifest = { format, version: formatVersion, exportedAt: exportedAt.toISOString(), space };
  const files = rows.map(({ path, content }) => ({ name: `${path}.json`, content }));
  const entries = [];
  for (const { name, content } of [{ name: manifestName, content: manifest }, ...files])
    entries.push(await entryOf(name, contentText(content)));
  return buffer(zip(entries));
}

/** The number of keys in a valid JSON text. */
function keysInText(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '"') continue;
    index += 1;
    while (text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
    let next = index + 1;
    // Any other character stands for the end of the text.
    while (" \n\r\t".includes(text[next] ?? "x")) next += 1;
    if (text[next] === ":") count += 1;
  }
  return count;
}

/** The number of keys in a value: fewer than in its text if an object of the text has two equal keys. */
function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, item) => sum + keysIn(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** Whether an object in the value has a key that programs may take for its prototype. */
const hasPrototypeKey = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasPrototypeKey));

/** Parses the text of a file, undefined if it is not UTF-8, of which nothing is trusted. */
function parseFile(text: string | undefined): { content: RowContent } | { fault: Text } {
  if (text === undefined) return { fault: faultText("utf8") };
  if (text.length > maxFileCharacters) return { fault: faultText("long") };
  if (isOversized(text)) return { fault: faultText("deep") };
  const place = jsonErrorPlace(text);
  if (place !== undefined) return { fault: faultText("json", place) };
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { fault: faultText("object") };
  if (keysInText(text) !== keysIn(value)) return { fault: faultText("twice") };
  if (pathToBadText(value) !== undefined) return { fault: faultText("badText") };
  if (hasPrototypeKey(value)) return { fault: faultText("field", { field: "__proto__" }) };
  return { content: value as RowContent };
}

/** The files of a zip by their names within the folder. Programs that pack folders add directories, and the name of the folder itself. */
function filesOf({ files }: Zip): Map<string, ZipFile> {
  const named = [...files.values()].filter(
    ({ name }) => !name.endsWith("/") && !name.startsWith("__MACOSX/") && !name.endsWith(".DS_Store"),
  );
  const manifest = named.find(({ name }) => name === manifestName || /^[^/]+\/manifest\.json$/.test(name));
  const folder = manifest?.name.slice(0, -manifestName.length) ?? "";
  return new Map(
    named.map((file) => [file.name.startsWith(folder) ? file.name.slice(folder.length) : file.name, file]),
  );
}

/** Reads the text of a file; undefined if it is not UTF-8. */
async function textOf(zipFile: Zip, file: ZipFile, budget: { left: number }): Promise<string | undefined> {
  const bytes = await buffer(unpack(zipFile, file, budget));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readManifest(text: string | undefined): { space: string } {
  const parsed = parseFile(text);
  const result = manifestSchema.safeParse("content" in parsed ? parsed.content : undefined);
  if (!result.success) throw folderProblem("manifest");
  const { version, space } = result.data;
  if (version > formatVersion) throw folderProblem("version", { version });
  return { space };
}

async function readFiles(bytes: Buffer): Promise<Map<string, string | undefined>> {
  try {
    const zipFile = openZip(bytes);
    const budget = { left: maxUnpackedBytes };
    const texts = new Map<string, string | undefined>();
    for (const [name, file] of filesOf(zipFile)) texts.set(name, await textOf(zipFile, file, budget));
    return texts;
  } catch (error) {
    // The texts of these problems are about workbooks.
    throw error instanceof Problem ? folderProblem("broken") : error;
  }
}

/** Reads a folder. @throws {Problem} invalid when it is no folder of configuration; files that cannot be used are named in `faults` */
export async function readFolder(bytes: Buffer): Promise<Folder> {
  const texts = await readFiles(bytes);
  const { space } = readManifest(texts.get(manifestName));
  texts.delete(manifestName);
  if (texts.size > maxFolderRows) throw folderProblem("rows");
  const folder: Folder = { space, rows: [], faults: [] };
  for (const name of [...texts.keys()].toSorted()) {
    const path = name.replace(/\.json$/, "");
    const parsed = path === name ? { fault: faultText("name", { path }) } : parseFile(texts.get(name));
    if ("fault" in parsed) folder.faults.push({ path, text: parsed.fault });
    else folder.rows.push({ path, content: parsed.content });
  }
  return folder;
}
