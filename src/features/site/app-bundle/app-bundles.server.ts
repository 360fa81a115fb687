import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { type ClientType, clientNames } from "#kit/client-type.ts";
import type { Text } from "#kit/text.ts";
import appBundle from "#entities/appBundle.ts";
import { type LockedRow, lockRows, patchRow, patchRows } from "#records/change/patch.server.ts";
import { readStorage } from "#records/files/quota.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { eraseWhere } from "#records/change/trash.server.ts";
import { type Author, asProgram } from "#records/registry/row-context.server.ts";
import { addSpaceFile } from "#server/files/private-files.server.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { removeParts, writeParts, zipFile, type ZipPartFile } from "../static-export/static-zip.server.ts";

/** The number of versions for a client that are kept: the latest ones. */
const keptVersions = 10;

/** A version as administrators see it; `bytes`: the size of its ZIP. */
export type AppBundle = {
  id: string;
  client: ClientType;
  number: number;
  address: string;
  maker: string;
  madeAt: string;
  current: boolean;
  bytes: number;
};

/** All versions of a space, the latest first. */
export const listBundles = (read: Read, tenantId: string): Promise<AppBundle[]> =>
  read<AppBundle>(sql`
    select b.id, b.client, b.number::int as number, coalesce(b.address, '') as address, coalesce(b.maker, '') as maker,
      b.made_at as "madeAt", coalesce(b.current, false) as current, coalesce(f.bytes, 0)::float8 as bytes
    from app_bundle b left join private_file f on f.tenant_id = b.tenant_id and f.id = b.id
    where b.tenant_id = ${tenantId}::uuid and b.deleted_at is null order by b.number desc`);

/** The current version for a client. */
export async function currentBundle(
  read: Read,
  tenantId: string,
  client: ClientType,
): Promise<Pick<AppBundle, "number" | "madeAt"> | undefined> {
  const [row] = await read<Pick<AppBundle, "number" | "madeAt">>(sql`
    select number::int as number, made_at as "madeAt" from app_bundle
    where tenant_id = ${tenantId}::uuid and client = ${client} and current and deleted_at is null order by number desc limit 1`);
  return row;
}

/** The number of the next version for a client. */
export async function nextNumber(read: Read, tenantId: string, client: ClientType): Promise<number> {
  const [row] = await read<{ number: number }>(sql`
    select coalesce(max(number), 0)::int + 1 as number from app_bundle where tenant_id = ${tenantId}::uuid and client = ${client}`);
  return row!.number;
}

/** Makes a locked version the current one for its client. */
export async function makeCurrent(tx: Tx, author: Author, target: LockedRow<typeof appBundle>): Promise<void> {
  const { tenantId, row } = target;
  await tx.lock(`app bundles ${tenantId}`);
  const others = await lockRows(
    tx,
    appBundle,
    sql`tenant_id = ${tenantId}::uuid and client = ${row.client} and current and id <> ${row.id}::uuid and deleted_at is null`,
  );
  await patchRows(tx, author, appBundle, others, { values: { current: false } });
  await patchRow(tx, author, appBundle, target, { values: { current: true } });
}

type NewVersion = {
  /** Of the job that made it. */
  id: string;
  client: ClientType;
  number: number;
  origin: string;
  madeAt: string;
  parts: readonly ZipPartFile[];
};

const titleOf = (client: ClientType, number: number): Text => ({
  zh: `${clientNames[client].zh} ${number}`,
  en: `${clientNames[client].en} ${number}`,
});

/**
 * Adds the version to the space, joined from its parts, as the current one for its client. A second call with the same id changes nothing. Then erases
 * old versions: those beyond `keptVersions`, and those beyond as many bytes as the uploads of the space may take. Current versions stay.
 */
export async function addVersion(
  services: Services,
  maker: UserPrincipal,
  { id, client, number, origin, madeAt, parts }: NewVersion,
): Promise<void> {
  const { tenantId } = maker;
  const { database, files } = services;
  const isVersion = sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`;
  const existing = await database.read(tenantId, sql`select 1 from app_bundle where ${isVersion}`);
  if (existing.length > 0) return;
  // Bytes before the rows, so that no row names a missing file.
  const bytes = await files.storePrivate(zipFile, writeParts(services, parts));
  await database.tenant(tenantId, async (tx) => {
    const author = asProgram(services, tenantId, maker);
    const values = { name: titleOf(client, number), client, number, address: origin, maker: maker.userName, madeAt };
    await insertRow(tx, author, appBundle, { id, values });
    const [target] = await lockRows(tx, appBundle, isVersion);
    await makeCurrent(tx, author, target!);
    await addSpaceFile(tx, { ...bytes, id, tenantId, type: zipFile.type, name: `${client}-${number}.zip` });
  });
  await removeParts(services, parts);
  const { maxBytes } = await readStorage(services, tenantId);
  const isOld = sql`client = ${client} and number <= ${number - keptVersions}`;
  const isBeyondQuota = sql`id in (select id from (
      select b.id, sum(f.bytes) over (order by coalesce(b.current, false) desc, b.made_at desc, b.id) as total
      from app_bundle b join private_file f on f.tenant_id = b.tenant_id and f.id = b.id where b.tenant_id = ${tenantId}::uuid
    ) sized where total > ${maxBytes})`;
  await eraseWhere(database, asProgram(services, tenantId, maker), {
    entity: appBundle,
    condition: sql`tenant_id = ${tenantId}::uuid and current is not true and (${isOld} ${maxBytes === 0 ? sql`` : sql`or ${isBeyondQuota}`})`,
  });
}
