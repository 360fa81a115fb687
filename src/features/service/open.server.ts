import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Activation } from "#kit/service.ts";
import type { Text } from "#kit/text.ts";
import serviceOpening from "#entities/serviceOpening.ts";
import serviceOrder from "#entities/serviceOrder.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { insertRow, updateRow } from "#records/change/save.server.ts";
import { asProgram, upkeep } from "#records/registry/row-context.server.ts";
import { readSite } from "#records/site/site.server.ts";
import {
  countTry,
  endAttempt,
  failAttempt,
  resetFailures,
  type Gate,
  refuseWaiting,
} from "#server/identity/attempts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { codeHash, findPackage, useCode, wrongCode } from "./codes.server.ts";
import { completeText, readFreeIds, type ServicePackage } from "./packages.server.ts";

export type Opened = { name: Text; openedAt: string; endsAt: string; devices: number | null; responseHours: number };

type Opening = Pick<Services, "registries"> & {
  providerId: string;
  customer: UserPrincipal;
  packageId: string;
  requestId: string;
};
type Order = Opened & { packageId: string };

const texts = {
  once: {
    zh: "此套餐每个客户限免费开通一次，您已使用",
    en: "This plan is free once per customer, and you have already used it",
  },
  otherRequest: { zh: "请刷新页面后重试", en: "Reload the page and try again" },
};

/** Activations of one space run one at a time, so that concurrent requests see each other's. */
const lockCustomer = (tx: Tx, { customer }: Opening) => tx.lock(`service open ${customer.tenantId}`);

/** The result of an earlier run of this request. @throws {Problem} conflict when it was for another package */
async function findEarlierOpening(
  tx: Tx,
  { providerId, customer, packageId, requestId }: Opening,
): Promise<Opened | undefined> {
  const [order] =
    await tx.rows<Order>(sql`select package_id as "packageId", package_name as name, opened_at as "openedAt",
      ends_at as "endsAt", devices, response_hours as "responseHours"
    from service_order where tenant_id = ${providerId}::uuid and customer_id = ${customer.tenantId}::uuid
      and request_id = ${requestId}::uuid and deleted_at is null`);
  if (order === undefined) return undefined;
  const { packageId: opened, ...result } = order;
  if (opened !== packageId) throw new Problem("conflict", texts.otherRequest);
  return result;
}

/** @throws {Problem} conflict when the space already used the package for free, however long ago */
async function refuseSecondFree(tx: Tx, { providerId, customer, packageId }: Opening): Promise<void> {
  const freeIds = await readFreeIds(tx.rows, { providerId, customerId: customer.tenantId });
  if (freeIds.has(packageId)) throw new Problem("conflict", texts.once);
}

/** Writes the customer's row: extends an active subscription by the days of the offer, else starts a new one. */
async function writeOpening(
  tx: Tx,
  { registries, providerId, customer, packageId }: Opening,
  { provider, offer }: { provider: Text; offer: ServicePackage },
): Promise<Opened> {
  const { tenantId } = customer;
  const program = asProgram({ registries }, tenantId, customer);
  const [times] = await tx.rows<{ id: string | null; version: number; now: string; endsAt: string }>(
    sql`select o.id, o.version, now() as now, coalesce(o.ends_at, now()) + make_interval(days => ${offer.days}::int) as "endsAt"
      from (select 1) one left join service_opening o on o.tenant_id = ${tenantId}::uuid
        and o.package_id = ${packageId}::uuid and o.ends_at > now() and o.deleted_at is null
      order by o.ends_at desc limit 1`,
  );
  const { id, version, now, endsAt } = times!;
  const name = completeText(offer.name);
  const { devices, responseHours } = offer;
  // The terms of the latest purchase apply, even where the provider has changed the package since.
  const terms = { name, provider, devices, responseHours, endsAt, status: "active" };
  if (id === null)
    await insertRow(tx, program, serviceOpening, {
      values: { ...terms, openedAt: now, source: offer.activation },
      internal: { packageId, providerId },
    });
  else await updateRow(tx, program, serviceOpening, { id, version, values: terms });
  return { name, openedAt: now, endsAt, devices, responseHours };
}

/** The name of the person in their own space. */
async function nameOf(tx: Tx, { tenantId, memberId }: UserPrincipal): Promise<string> {
  const [row] = await tx.rows<{ name: string | null }>(
    sql`select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid`,
  );
  return row?.name ?? "";
}

/** Both rows of an opening, the customer's and the provider's, in the transaction that uses the code up: all or nothing. */
async function write(tx: Tx, opening: Opening, offer: ServicePackage, hash: string | undefined): Promise<Opened> {
  const { registries, providerId, customer, packageId, requestId } = opening;
  const [provider, customerSite] = [await readSite(tx.rows, providerId), await readSite(tx.rows, customer.tenantId)];
  const ending =
    hash === undefined
      ? null
      : await useCode(tx, { registries, providerId, packageId, hash, usedBy: customerSite.name, customer });
  const opened = await writeOpening(tx, opening, { provider: provider.name, offer });
  const { name, ...terms } = opened;
  await insertRow(tx, asProgram({ registries }, providerId, customer), serviceOrder, {
    values: {
      ...terms,
      customer: customerSite.name,
      person: await nameOf(tx, customer),
      packageName: name,
      packageId,
      source: offer.activation,
      ending,
    },
    internal: { customerId: customer.tenantId, requestId },
  });
  return opened;
}

/** An id derived from the request and its code: resending counts once, another code counts again. */
function attemptId(pepper: Buffer, { customer, requestId }: Opening, hash: string): string {
  const hex = keyedHash(pepper, "service attempt", customer.tenantId, requestId, hash);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/**
 * Activates a package of the site's owner for the caller's space. The same `requestId` activates once, however often it is sent; a code counts
 * as an attempt before it is checked, and is used up by one activation, however many concurrent ones.
 * @throws {Problem} notFound for packages that this site does not offer; invalid for an invalid code; conflict for a second free activation;
 * tooManyRequests after five wrong codes
 */
export async function openPackage(
  { services, principal: customer, siteTenantId, ip }: CallContext<UserPrincipal>,
  { packageId, code, requestId }: { packageId: string; code: string | undefined; requestId: string },
): Promise<Opened> {
  const { database, pepper, registries } = services;
  const opening: Opening = { registries, providerId: siteTenantId, customer, packageId, requestId };
  const gate: Gate = { account: customer.tenantId, accountId: undefined, device: undefined, step: "activation" };
  const hash = code === undefined ? undefined : codeHash(pepper, code);

  const attemptResult = await database.system(async (tx) => {
    await lockCustomer(tx, opening);
    const earlierOpening = await findEarlierOpening(tx, opening);
    if (earlierOpening !== undefined) return { done: earlierOpening };
    const { activation } = await findPackage(tx, { providerId: siteTenantId, packageId, onlyPublished: true });
    if ((activation as Activation) === "free") return {};
    if (hash === undefined) throw wrongCode();
    const tryId = attemptId(pepper, opening, hash);
    return { counted: await countTry(tx, services, { gate, source: sourceOf(ip), tried: tryId }) };
  });
  if (attemptResult.done !== undefined) return attemptResult.done;
  if (attemptResult.counted !== undefined) refuseWaiting(attemptResult.counted);
  const attempt = attemptResult.counted?.attempt;

  try {
    return await database.system(async (tx) => {
      await lockCustomer(tx, opening);
      const earlierOpening = await findEarlierOpening(tx, opening);
      if (earlierOpening !== undefined) return earlierOpening;
      const offer = await findPackage(tx, { providerId: siteTenantId, packageId, onlyPublished: true });
      const isFree = (offer.activation as Activation) === "free";
      // The package has required a code since the first check, and the attempt was not counted.
      if (!isFree && attempt === undefined) throw wrongCode();
      if (isFree) await refuseSecondFree(tx, opening);
      const opened = await write(tx, opening, offer, isFree ? undefined : hash);
      if (attempt !== undefined) {
        await endAttempt(tx, attempt);
        await resetFailures(tx, gate, ["activation"]);
      }
      return opened;
    });
  } catch (error) {
    if (attempt !== undefined) await failAttempt(services, attempt);
    throw error;
  }
}

/** Sets the status of ended subscriptions, in all spaces. Only lists read the status: whether one is in force follows from its end date. */
export async function endOpenings(tx: Tx, limit: number): Promise<number> {
  const due = sql`status = 'active' and ends_at <= now() and deleted_at is null`;
  const openings = await lockRows(tx, serviceOpening, due, limit);
  await patchRows(tx, upkeep, serviceOpening, openings, { values: { status: "expired" } });
  return openings.length;
}
