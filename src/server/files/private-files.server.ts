import { sql } from "drizzle-orm";
import { writeFile } from "node:fs/promises";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

/** How long a private file is kept. */
const lifetime = "1 hour";

type Owner = Pick<UserPrincipal, "tenantId" | "accountId">;

export type NewPrivateFile = {
  /** The download name. */
  name: string;
  extension: string;
  type: string;
  /** A PostgreSQL interval; by default an hour. Longer for the parts of a file that is still being made. */
  lifetime?: string;
};

export type PrivateFile = { key: string; url: string; name: string };

/** Stores a file for one person: accessible with their session only, and for an hour. `content`: its bytes, or a function that writes it to a path. */
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
    tx.rows(sql`insert into stored_file (id, tenant_id, account_id, key, type, bytes, name, expires_at)
      values (${id}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${key}, ${file.type}, ${size}, ${file.name},
        now() + ${file.lifetime ?? lifetime}::interval)`),
  );
  return { key, url: `/files/private/${id}`, name: file.name };
}

export type FoundFile = { key: string; type: string; name: string; bytes: number };

/** A private file of its owner; undefined for everybody else, and after its expiry. */
export async function findPrivateFile(
  { database }: Services,
  { tenantId, accountId }: Owner,
  id: string,
): Promise<FoundFile | undefined> {
  const [found] = await database.read<FoundFile>(
    tenantId,
    sql`select key, type, name, bytes::float8 as bytes from stored_file
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid and expires_at > now()`,
  );
  return found;
}

/** Removes private files, their bytes first, so that no bytes are left without a row. */
export async function removePrivateFiles({ database, files }: Services, keys: readonly string[]): Promise<void> {
  await files.remove(keys);
  const which = sql`key = any(${sql.param([...keys])}::text[]) and expires_at is not null`;
  await database.system((tx) => deleteRows(tx, "stored_file", which, keys.length));
}

/** Removes expired private files. */
export async function purgePrivateFiles(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const expired = await services.database.system((tx) =>
      tx.rows<{ key: string }>(sql`select key from stored_file where expires_at < now() limit 500`),
    );
    if (expired.length === 0) return;
    const keys = expired.map(({ key }) => key);
    await removePrivateFiles(services, keys);
  }
}
