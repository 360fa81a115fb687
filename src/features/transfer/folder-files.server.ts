import { sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Folder } from "./folder.server.ts";
import type { RowContent } from "./row-content.server.ts";

/** Addresses of stored files in a text: those of a space, and those that files of configuration have instead. */
const ownAddress = /\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\w.]{0,80}/g;
const folderAddress = /\/files\/sha256-([0-9a-f]{64})\/([\w.~%!'()*-]{1,600})/g;
const anyAddress =
  /\/files\/sha256-([0-9a-f]{64})\/([\w.~%!'()*-]{1,600})|\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\w.]{0,80}/g;

type StoredFile = { path: string; name: string; sha256: string | null };

/** Whether a value was a file of an upload field, and its address is gone. */
const isWithoutFile = (item: unknown, mapped: unknown): boolean =>
  typeof item === "object" &&
  item !== null &&
  "url" in item &&
  item.url !== null &&
  (mapped as { url: unknown }).url === null;

/** A value with its texts replaced; an undefined text, or a file with an undefined address, is left out of a list; a text is null elsewhere. */
function mapTexts(value: unknown, replace: (text: string) => string | undefined): unknown {
  if (typeof value === "string") return replace(value) ?? null;
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const mapped = mapTexts(item, replace);
      return (mapped === null && item !== null) || isWithoutFile(item, mapped) ? [] : [mapped];
    });
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, replace)]));
}

/** What `pattern` matches in the texts of values. */
const addressesIn = (values: readonly unknown[], pattern: RegExp): string[] => [
  ...new Set(JSON.stringify(values).match(pattern) ?? []),
];

/** The files of configuration with addresses of stored files that other spaces understand: by the content of the file, with its name. */
export async function withPortableFiles<R extends { content: RowContent }>(
  tx: Tx,
  tenantId: string,
  rows: readonly R[],
): Promise<R[]> {
  const paths = addressesIn(
    rows.map(({ content }) => content),
    ownAddress,
  );
  if (paths.length === 0) return [...rows];
  const files = await tx.rows<StoredFile>(sql`select path, name, sha256 from storage_file
    where tenant_id = ${tenantId}::uuid and path = any(${sql.param(paths)}::text[]) and deleted_at is null and sha256 is not null`);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const portable = (address: string): string => {
    const file = byPath.get(address);
    return file === undefined ? address : `/files/sha256-${file.sha256!}/${encodeURIComponent(file.name)}`;
  };
  const replace = (text: string) => text.replace(ownAddress, portable);
  return rows.map((row) => ({ ...row, content: mapTexts(row.content, replace) as RowContent }));
}

/** The name in an address, for people. */
function nameIn(address: string): string {
  try {
    return decodeURIComponent(address.slice(address.lastIndexOf("/") + 1));
  } catch {
    return address;
  }
}

/** A folder with the addresses that its files have in a space. `missing`: the names of files that the space does not have, by the path of the row. */
export type LocalFolder = Folder & { missing: ReadonlyMap<string, string[]> };

/**
 * Finds the stored files that a folder names among those of the space: by their content, else by their name if only one file has it, because an upload may
 * be encoded again. A field that names a file which the space does not have is empty; within a longer text the address stays.
 */
export async function withLocalFiles(tx: Tx, tenantId: string, folder: Folder): Promise<LocalFolder> {
  const addresses = addressesIn(
    folder.rows.map(({ content }) => content),
    anyAddress,
  );
  if (addresses.length === 0) return { ...folder, missing: new Map() };
  const hashes = [...addresses.join("\n").matchAll(folderAddress)].map(([, hash]) => hash!);
  const names = addresses.map(nameIn);
  const files = await tx.rows<StoredFile>(sql`select path, name, sha256 from storage_file
    where tenant_id = ${tenantId}::uuid and deleted_at is null
      and (path = any(${sql.param(addresses)}::text[]) or sha256 = any(${sql.param(hashes)}::text[]) or name = any(${sql.param(names)}::text[])) order by created_at desc, id`);
  const pathByHash = new Map(files.map(({ sha256, path }) => [sha256, path]));
  const paths = new Set(files.map(({ path }) => path));
  const filesByName = Map.groupBy(files, ({ name }) => name);
  const pathByName = (name: string) => {
    const [file, other] = filesByName.get(name) ?? [];
    return other === undefined ? file?.path : undefined;
  };
  /** The address in the space of a file that a folder names by its own address, or by the hash of its content. */
  function pathOf(address: string, hash: string | undefined): string | undefined {
    if (hash !== undefined) return pathByHash.get(hash) ?? pathByName(nameIn(address));
    return paths.has(address) ? address : undefined;
  }
  const missing = new Map<string, string[]>();
  const rows = folder.rows.map((row) => {
    const missingNames = new Set<string>();
    const content = mapTexts(row.content, (text) => {
      const replaced = text.replace(anyAddress, (address: string, hash?: string) => {
        const path = pathOf(address, hash);
        if (path === undefined) missingNames.add(nameIn(address));
        return path ?? address;
      });
      const [whole] = replaced.match(anyAddress) ?? [];
      return whole === replaced && !paths.has(replaced) ? undefined : replaced;
    }) as RowContent;
    if (missingNames.size > 0) missing.set(row.path, [...missingNames]);
    return { ...row, content };
  });
  return { ...folder, rows, missing };
}
