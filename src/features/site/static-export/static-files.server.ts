import { createReadStream, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { openFontSubset } from "#records/files/font-subsets.server.ts";
import { fontFailed } from "#server/files/fonts.server.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { staticFilePath } from "./static-html.server.ts";

/** The folder with the files of public pages: scripts, fonts, drawings. */
const islandsFolder = path.join(import.meta.dirname, "..", "islands");

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] };

/** Scripts that public pages load only for somebody with an account, which a static copy does not have. */
const accountSources = ["src/features/auth/", "src/client/"];

/** The addresses of all scripts that a page of an export may load, with the files that these need. */
export function scriptFiles(): string[] {
  const manifest = JSON.parse(readFileSync(path.join(islandsFolder, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const found = new Set<string>();
  const visited = new Set<string>();
  function visit(source: string): void {
    const chunk = manifest[source];
    if (chunk === undefined || visited.has(source) || accountSources.some((prefix) => source.startsWith(prefix)))
      return;
    visited.add(source);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(`/assets/${file}`);
    for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(other);
  }
  visit("src/islands.ts");
  return [...found];
}

const fileUrl = /^\/(files|assets)\/([\w.-]+)(?:\?w=(\d{1,5}))?$/;

/** The stored files among these addresses that are public files of the space: not fonts, of which pages have subsets. */
async function publicFiles({ database }: Services, tenantId: string, addresses: readonly string[]) {
  const paths = addresses.filter((address) => address.startsWith("/files/")).map((address) => address.split("?")[0]!);
  const rows = await database.read<{ path: string }>(
    tenantId,
    sql`select path from storage_file where tenant_id = ${tenantId}::uuid and deleted_at is null and file_type <> 'font'
      and path = any(${sql.param([...new Set(paths)])}::text[])`,
  );
  return rows.map((row) => row.path);
}

/** The addresses of the program's files. A text can mention an address below /assets that leads to no file. */
const builtFiles = () =>
  readdirSync(islandsFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `/assets/${name}`);

/** A file of the program or of the space for the zip; undefined when it does not exist. */
async function openFile({ files }: Services, url: string, existing: ReadonlySet<string>) {
  const [, folder, name, width] = fileUrl.exec(url) ?? [];
  if (folder === undefined || name === undefined) return undefined;
  if (!existing.has(`/${folder}/${name}`)) return undefined;
  const entry = staticFilePath(folder, name, width).slice(1);
  if (folder === "assets") return { name: entry, content: createReadStream(path.join(islandsFolder, name)) };
  const file = await files.open(name, width === undefined ? {} : { width: Number(width) });
  return file && { name: entry, content: file.stream };
}

/** Opens the part of a font at an address of a page; undefined when the font is gone, or cannot be processed. @throws {Problem} unavailable */
async function openFont(services: Services, url: string) {
  const [font, query] = url.slice("/files/".length).split("?subset=");
  try {
    return await openFontSubset(services, font!, query);
  } catch (error) {
    if (error === fontFailed) return undefined;
    // A job that cannot wait ends with it; this one is continued later.
    if (error instanceof Problem && error.code === "tooManyRequests") throw new Problem("unavailable", error.text);
    throw error;
  }
}

/** The part of a font at an address of a page, for the zip. */
export async function fontInput(services: Services, entry: string, url: string): Promise<ZipInput | undefined> {
  const part = await openFont(services, url);
  return part && { name: entry.slice(1), content: part.stream };
}

/** The files of these addresses, opened one after the other. `onMissing` is called for one that does not exist, or is not of this space. */
export async function* zipInputsOf(
  services: Services,
  tenantId: string,
  addresses: readonly string[],
  onMissing: (address: string) => void,
): AsyncGenerator<ZipInput> {
  const existing = new Set([...builtFiles(), ...(await publicFiles(services, tenantId, addresses))]);
  for (const address of addresses) {
    const input = await openFile(services, address, existing);
    if (input === undefined) onMissing(address);
    else yield input;
  }
}
