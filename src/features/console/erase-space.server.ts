import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import paasWork from "#entities/paasWork.ts";
import serviceOpening from "#entities/serviceOpening.ts";
import { eraseSome, type TenantTable, tenantTablesInOrder } from "#records/change/erase-rows.server.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { upkeepAuthor } from "#records/registry/row-context.server.ts";
import { recordSpaceEvent } from "#records/site/space-state.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Rows of other spaces per transaction. */
const detachSize = 100;

/** Repeats `step`, each time in its own transaction of all tenants, until it changes fewer rows than `size`. */
async function repeat({ database }: Services, signal: AbortSignal, size: number, step: (tx: Tx) => Promise<number>) {
  let count = size;
  while (count >= size) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop
    count = await database.system(step);
  }
}

/**
 * Ends what rows of other spaces have to do with the space: the other side of a work order, and activations of its plans, which have expired
 * before a space can be closed.
 */
async function detach(services: Services, signal: AbortSignal, tenantId: string): Promise<void> {
  await repeat(services, signal, detachSize, async (tx) => {
    const rows = await lockRows(tx, paasWork, sql`counterpart_tenant_id = ${tenantId}::uuid`, detachSize);
    const internal = { counterpartTenantId: null, counterpartId: null };
    await patchRows(tx, upkeepAuthor, paasWork, rows, { internal });
    return rows.length;
  });
  await repeat(services, signal, detachSize, async (tx) => {
    const isForeign = sql`provider_id = ${tenantId}::uuid and tenant_id <> ${tenantId}::uuid`;
    const rows = await lockRows(tx, serviceOpening, isForeign, detachSize);
    await patchRows(tx, upkeepAuthor, serviceOpening, rows, { internal: { providerId: null, packageId: null } });
    return rows.length;
  });
}

/** Deletes all rows of a table, until there is none left: of a tree, the leaves over and over. */
const emptyTable = (services: Services, signal: AbortSignal, table: TenantTable, tenantId: string) =>
  repeat(services, signal, 1, (tx) => eraseSome(tx, table, tenantId));

/**
 * Erases a closed space whose time is over: every row in every table that has tenants, its files (by `file_removal`), and accounts that are in no
 * other space. Each transaction is short and leaves less, so the next run goes on after an interruption. The row of the tenant stays, without a
 * name, and so does what the platform remembers of it.
 */
async function eraseSpace(services: Services, signal: AbortSignal, tenantId: string): Promise<void> {
  const { database } = services;
  await detach(services, signal, tenantId);
  const tables = await database.system(tenantTablesInOrder);
  // oxlint-disable-next-line no-await-in-loop
  for (const table of tables) await emptyTable(services, signal, table, tenantId);
  await database.system(async (tx) => {
    await tx.rows(sql`delete from sms_code where site_id = ${tenantId}::uuid`);
    const [erased] = await tx.rows<{
      id: string;
      code: string;
    }>(sql`update tenant set erased_at = now(), name = '{"zh":"","en":""}'::jsonb,
        host = null, owner_account_id = null, is_new = false where id = ${tenantId}::uuid and erased_at is null and erase_at <= now()
      returning id, code`);
    if (erased === undefined) return;
    await recordSpaceEvent(tx, erased, { kind: "erased" });
    await tx.notifyChanged("tenants");
  });
  services.log.info({ tenantId }, "a closed space is erased");
}

/** Erases the spaces whose time is over, one after the other. */
export async function eraseDueSpaces(services: Services, signal: AbortSignal): Promise<void> {
  const due = await services.database.read<{ id: string }>(
    "*",
    sql`select id from tenant where erase_at <= now() and erased_at is null and suspended_at is not null order by erase_at`,
  );
  // oxlint-disable-next-line no-await-in-loop
  for (const { id } of due) await eraseSpace(services, signal, id);
}
