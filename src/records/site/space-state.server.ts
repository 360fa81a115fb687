import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { closedSpaceDays, platformCode, type SpaceEventKind, type Suspension } from "#kit/space.ts";
import type { Text } from "#kit/text.ts";
import { suspensionSql } from "#server/identity/tenants.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

const texts = {
  notFound: { zh: "空间不存在", en: "Space not found" },
  platform: { zh: "平台自身的空间不能暂停或关闭", en: "The platform’s own space cannot be suspended or closed" },
  changed: { zh: "空间状态已变化，请刷新后重试", en: "The state of this space has changed. Reload and try again." },
  customers: {
    zh: "其他空间仍在使用此空间的套餐，请等待其到期后再关闭",
    en: "Other spaces still use plans of this space. Wait until these have expired.",
  },
} satisfies Record<string, Text>;

/** A space whose row is locked until the transaction ends. `suspension`: as `Tenant`. */
export type LockedSpace = { id: string; code: string; suspension: Suspension | null };

/** Locks a space that is not erased. @throws {Problem} notFound */
export async function lockSpace(tx: Tx, tenantId: string): Promise<LockedSpace> {
  const [space] = await tx.rows<LockedSpace>(sql`select t.id, t.code, ${suspensionSql} as suspension
    from tenant t where t.id = ${tenantId}::uuid and t.erased_at is null for update`);
  if (space === undefined) throw new Problem("notFound", texts.notFound);
  return space;
}

/** What the platform remembers of a space. `accountId`: who did it; absent for the program. `note`: at most 500 characters. */
export type SpaceEvent = { kind: SpaceEventKind; accountId?: string; note?: string };

/** Records what happened to a space, for the platform; the record outlives the space. */
export async function recordSpaceEvent(
  tx: Tx,
  { id, code }: Pick<LockedSpace, "id" | "code">,
  { kind, accountId, note = "" }: SpaceEvent,
): Promise<void> {
  await tx.rows(sql`insert into space_event (id, space_id, code, kind, account_id, note)
    values (${newId()}::uuid, ${id}::uuid, ${code}, ${kind}, ${accountId ?? null}::uuid, ${note})`);
}

type SpaceServices = Pick<Services, "sessions" | "jobs">;

/** Shuts a space: its site, sessions, keys and jobs stop in every process when the transaction commits. */
async function shut(tx: Tx, services: SpaceServices, space: LockedSpace, set: SQL): Promise<void> {
  if (space.code === platformCode) throw new Problem("conflict", texts.platform);
  await tx.rows(
    sql`update tenant set suspended_at = coalesce(suspended_at, now()), ${set} where id = ${space.id}::uuid`,
  );
  await services.sessions.revokeSpace(tx, space.id);
  await services.jobs.stopSpace(tx, space.id);
  await tx.notifyChanged("tenants");
}

/** Suspends an active space. @throws {Problem} notFound; conflict for the platform's own space or another state */
export async function suspendSpace(
  tx: Tx,
  services: SpaceServices,
  tenantId: string,
  by: { accountId: string; note: string },
): Promise<void> {
  const space = await lockSpace(tx, tenantId);
  if (space.suspension !== null) throw new Problem("conflict", texts.changed);
  await shut(tx, services, space, sql`erase_at = null`);
  await recordSpaceEvent(tx, space, { kind: "suspended", ...by });
}

/**
 * Closes an active space for its administrator: it is shut at once, and its data may be erased after `closedSpaceDays`. Returns that time.
 * @throws {Problem} conflict for the platform's own space, another state, or while other spaces use its plans
 */
export async function closeSpace(
  tx: Tx,
  services: SpaceServices,
  tenantId: string,
  accountId: string,
): Promise<{ eraseAt: string }> {
  const space = await lockSpace(tx, tenantId);
  if (space.suspension !== null) throw new Problem("conflict", texts.changed);
  const customers = await tx.rows(sql`select 1 from service_opening where provider_id = ${tenantId}::uuid
    and tenant_id <> ${tenantId}::uuid and deleted_at is null and (ends_at is null or ends_at > now()) limit 1`);
  if (customers.length > 0) throw new Problem("conflict", texts.customers);
  await shut(tx, services, space, sql`closed_at = now(), erase_at = now() + make_interval(days => ${closedSpaceDays})`);
  await recordSpaceEvent(tx, space, { kind: "closed", accountId });
  const [row] = await tx.rows<{ eraseAt: string }>(
    sql`select erase_at as "eraseAt" from tenant where id = ${tenantId}::uuid`,
  );
  return row!;
}

/**
 * Makes a suspended or closed space active again. Its jobs go on; people sign in anew.
 * @throws {Problem} notFound; conflict for an active space, or one whose erasure is due
 */
export async function resumeSpace(tx: Tx, services: SpaceServices, tenantId: string, accountId: string): Promise<void> {
  const space = await lockSpace(tx, tenantId);
  const resumed = await tx.rows(sql`update tenant set suspended_at = null, closed_at = null, erase_at = null
    where id = ${tenantId}::uuid and suspended_at is not null and (erase_at is null or erase_at > now()) returning id`);
  if (resumed.length === 0) throw new Problem("conflict", texts.changed);
  await recordSpaceEvent(tx, space, { kind: space.suspension === "closed" ? "reopened" : "resumed", accountId });
  await services.jobs.resumeSpace(tx, tenantId);
  await tx.notifyChanged("tenants");
  await tx.notifyChanged(`${tenantId}:tenant`);
}
