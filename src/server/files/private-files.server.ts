import { sql } from "drizzle-orm";
import { writeFile } from "node:fs/promises";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

/** PostgreSQL intervals: of a file of one person, and of one that is kept until the row that it belongs to is deleted. */
const defaultLifetime = "1 hour";
const keptLifetime = "100 years";

type Owner = Pick<UserPrincipal, "tenantId" | "accountId">;
type Reader = Owner & Pick<UserPrincipal, "isAdministrator" | "isSuperAdmin">;

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

/** The bytes of a stored file that has no row yet. */
export type StoredBytes = { key: string; size: number };

type NewRow = Owner & StoredBytes & { id: string; type: string; name: string; lifetime: string };

const addRow = (tx: Tx, { id, tenantId, accountId, key, type, size, name, lifetime }: NewRow) =>
  tx.rows(sql`insert into private_file (id, tenant_id, account_id, key, type, bytes, name, expires_at)
    values (${id}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${key}, ${type}, ${size}, ${name}, now() + ${lifetime}::interval)`);

const urlOf = (id: string) => `/files/private/${id}`;

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
  const { name, type, lifetime = defaultLifetime } = file;
  const write = typeof content === "function" ? content : (path: string) => writeFile(path, content);
  const bytes = await files.storePrivate(file, write);
  // Bytes before the row, so that no row names a missing file.
  await database.tenant(tenantId, (tx) => addRow(tx, { ...bytes, id, tenantId, accountId, type, name, lifetime }));
  return { key: bytes.key, url: urlOf(id), name };
}

/**
 * Adds the row of stored bytes that belong to a row of the space with the same id (`parts` of its entity) and are kept with it. Only administrators of
 * the space download them: the file belongs to the space, whose id stands in the place of an account. Returns the address.
 */
export async function addSpaceFile(
  tx: Tx,
  file: StoredBytes & { id: string; tenantId: string; type: string; name: string },
): Promise<string> {
  await addRow(tx, { ...file, accountId: file.tenantId, lifetime: keptLifetime });
  return urlOf(file.id);
}

/** What is needed to send a private file: `key` is that of the storage, `name` the download name. */
export type PrivateFileContent = { key: string; type: string; name: string; bytes: number };

/** A private file of this person, or of the space that they administer; undefined for a file of another person, and after its expiry. */
export async function findPrivateFile(
  { database }: Services,
  { tenantId, accountId, isAdministrator, isSuperAdmin }: Reader,
  id: string,
): Promise<PrivateFileContent | undefined> {
  const owners = isAdministrator || isSuperAdmin ? [accountId, tenantId] : [accountId];
  const [row] = await database.read<PrivateFileContent>(
    tenantId,
    sql`select key, type, name, bytes::float8 as bytes from private_file
      where tenant_id = ${tenantId}::uuid and account_id = any(${sql.param(owners)}::uuid[]) and id = ${id}::uuid and expires_at > now()`,
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
