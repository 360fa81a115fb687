import { sql } from "drizzle-orm";
import { writeFile } from "node:fs/promises";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

/** A PostgreSQL interval. */
const defaultLifetime = "1 hour";

type Owner = Pick<UserPrincipal, "tenantId" | "accountId">;

export type NewPrivateFile = {
  /** The download name. */
  name: string;
  extension: string;
  type: string;
  /** A PostgreSQL interval; by default an hour. Longer for the parts of a file that is still being made. */
  lifetime?: string;
};

/** A stored private file: its storage key, the address from which its owner downloads it, and the download name. */
export type PrivateFile = { key: string; url: string; name: string };

/**
 * Stores a file for one person: accessible with their session only, and for an hour. `content`: its bytes, or a function that writes it to a path.
 */
export async function addPrivateFile(
  { files, database }: Services,
  { tenantId, accountId }: Owner,
  file: NewPrivateFile,
  content: Uint8Array | ((path: string) => Promise<void>),
): Promise<PrivateFile> {
  const id = newId();
  const write = typeof content === "function" ? content : (path: string) => writeFile(path, content);
  const { key, size } = await files.storePrivate(file, write);
  // Bytes before the row, so that no row names a missing file.
  await database.tenant(tenantId, (tx) =>
    tx.rows(sql`insert into private_file (id, tenant_id, account_id, key, type, bytes, name, expires_at)
      values (${id}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${key}, ${file.type}, ${size}, ${file.name},
        now() + ${file.lifetime ?? defaultLifetime}::interval)`),
  );
  return { key, url: `/files/private/${id}`, name: file.name };
}

/** What is needed to send a private file: `key` is that of the storage, `name` the download name. */
export type PrivateFileContent = { key: string; type: string; name: string; bytes: number };

/** A private file of this person; undefined for a file of another person, and after its expiry. */
export async function findPrivateFile(
  { database }: Services,
  { tenantId, accountId }: Owner,
  id: string,
): Promise<PrivateFileContent | undefined> {
  const [row] = await database.read<PrivateFileContent>(
    tenantId,
    sql`select key, type, name, bytes::float8 as bytes from private_file
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid and expires_at > now()`,
  );
  return row;
}

/** Deletes private files before they expire; their content is removed by the queue (file-removals.server.ts). */
export const removePrivateFiles = (
  { database }: Pick<Services, "database">,
  keys: readonly string[],
): Promise<number> =>
  database.system((tx) => deleteRows(tx, "private_file", sql`key = any(${sql.param([...keys])}::text[])`, keys.length));

/** Deletes expired private files. */
export const purgePrivateFiles = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "private_file", sql`expires_at < now()`, limit);
