import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { ActivationMode } from "#kit/service.ts";
import type { Text } from "#kit/text.ts";
import serviceOpening from "#entities/serviceOpening.ts";
import serviceOrder from "#entities/serviceOrder.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { insertRow, updateRow } from "#records/change/save.server.ts";
import { asProgram, upkeepAuthor } from "#records/registry/row-context.server.ts";
import { readSite } from "#records/site/site.server.ts";
import {
  countAttempt,
  removeAttempt,
  failAttempt,
  resetFailures,
  type AttemptKey,
  refuseWaiting,
} from "#server/identity/attempts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { codeHash, findPackage, consumeCode, wrongCodeProblem } from "./codes.server.ts";
import { completeText, readFreePackageIds, type ServicePackage } from "./packages.server.ts";

/** The terms of an activated plan. `devices`: null for any number. */
export type ActivationResult = {
  name: Text;
  openedAt: string;
  endsAt: string;
  devices: number | null;
  responseHours: number;
};

type ActivationRequest = Pick<Services, "registries"> & {
  providerId: string;
  customer: UserPrincipal;
  packageId: string;
  requestId: string;
};
/** A row of `serviceOrder`: the provider's record of one activation. The customer's activated plan is a row of `serviceOpening`. */
type OrderRow = ActivationResult & { packageId: string };

const texts = {
  freeOnce: {
    zh: "此套餐每个客户限免费开通一次，您已使用",
    en: "This plan is free once per customer, and you have already used it",
  },
  otherRequest: { zh: "请刷新页面后重试", en: "Reload the page and try again" },
};

/** Locks activations of the customer's space until the transaction ends, so that each request sees the results of earlier ones. */
const lockCustomer = (tx: Tx, { customer }: ActivationRequest) => tx.lock(`service open ${customer.tenantId}`);

/** The result of an earlier activation with the same `requestId`. @throws {Problem} conflict when it was for another package */
async function findEarlierResult(
  tx: Tx,
  { providerId, customer, packageId, requestId }: ActivationRequest,
): Promise<ActivationResult | undefined> {
  const [order] =
    await tx.rows<OrderRow>(sql`select package_id as "packageId", package_name as name, opened_at as "openedAt",
      ends_at as "endsAt", devices, response_hours as "responseHours"
    from service_order where tenant_id = ${providerId}::uuid and customer_id = ${customer.tenantId}::uuid
      and request_id = ${requestId}::uuid and deleted_at is null`);
  if (order === undefined) return undefined;
  const { packageId: orderedPackageId, ...result } = order;
  if (orderedPackageId !== packageId) throw new Problem("conflict", texts.otherRequest);
  return result;
}

/** @throws {Problem} conflict when the space already used the package for free, however long ago */
async function refuseSecondFree(tx: Tx, { providerId, customer, packageId }: ActivationRequest): Promise<void> {
  const freeIds = await readFreePackageIds(tx.rows, { providerId, customerId: customer.tenantId });
  if (freeIds.has(packageId)) throw new Problem("conflict", texts.freeOnce);
}

/** Writes the activated plan in the customer's space: extends the one that is active by the days of the package, else adds a new one. */
async function writeOpening(
  tx: Tx,
  { registries, providerId, customer, packageId }: ActivationRequest,
  { provider, offer }: { provider: Text; offer: ServicePackage },
): Promise<ActivationResult> {
  const { tenantId } = customer;
  const program = asProgram({ registries }, tenantId, customer);
  // `single_row` makes the query return a row even if no plan is active.
  const [period] = await tx.rows<{ id: string | null; version: number; now: string; endsAt: string }>(
    sql`select o.id, o.version, now() as now, coalesce(o.ends_at, now()) + make_interval(days => ${offer.days}::int) as "endsAt"
      from (select 1) single_row left join service_opening o on o.tenant_id = ${tenantId}::uuid
        and o.package_id = ${packageId}::uuid and o.ends_at > now() and o.deleted_at is null
      order by o.ends_at desc limit 1`,
  );
  const { id, version, now, endsAt } = period!;
  const name = completeText(offer.name);
  const { devices, responseHours } = offer;
  // An extension takes over the current terms of the package, which the provider may have changed.
  const terms = { name, provider, devices, responseHours, endsAt, status: "active" };
  if (id === null)
    await insertRow(tx, program, serviceOpening, {
      values: { ...terms, openedAt: now, source: offer.activation },
      internal: { packageId, providerId },
    });
  else await updateRow(tx, program, serviceOpening, { id, version, values: terms });
  return { name, openedAt: now, endsAt, devices, responseHours };
}

/** The name of the person in their own space; "" if there is none. */
async function readMemberName(tx: Tx, { tenantId, memberId }: UserPrincipal): Promise<string> {
  const [row] = await tx.rows<{ name: string | null }>(
    sql`select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid`,
  );
  return row?.name ?? "";
}

/** Uses up the code and writes both rows of an activation, the customer's and the provider's, in the caller's transaction. */
async function writeRows(
  tx: Tx,
  request: ActivationRequest,
  offer: ServicePackage,
  hashes: readonly string[] | undefined,
): Promise<ActivationResult> {
  const { registries, providerId, customer, packageId, requestId } = request;
  const provider = await readSite(tx.rows, providerId);
  const customerSite = await readSite(tx.rows, customer.tenantId);
  const codeEnding =
    hashes === undefined
      ? null
      : await consumeCode(tx, { registries, providerId, packageId, hashes, usedBy: customerSite.name, customer });
  const result = await writeOpening(tx, request, { provider: provider.name, offer });
  const { name, ...terms } = result;
  await insertRow(tx, asProgram({ registries }, providerId, customer), serviceOrder, {
    values: {
      ...terms,
      customer: customerSite.name,
      person: await readMemberName(tx, customer),
      packageName: name,
      packageId,
      source: offer.activation,
      ending: codeEnding,
    },
    internal: { customerId: customer.tenantId, requestId },
  });
  return result;
}

/** The id of an attempt (a UUID), derived from request and code: repeating a request counts once, another code counts as another attempt. */
function attemptId(pepper: Pepper, { customer, requestId }: ActivationRequest, hash: string): string {
  const hex = keyedHash(pepper, "service attempt", customer.tenantId, requestId, hash);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/**
 * Activates a package of the site's owner for the caller's space. Repeating a `requestId` returns the result of its activation. An attempt
 * with a code is counted before the code is checked, and of concurrent attempts with a code only one succeeds.
 * @throws {Problem} notFound for packages that this site does not offer; invalid for an invalid code; conflict for a second free activation;
 * tooManyRequests after five wrong codes
 */
export async function activatePackage(
  { services, principal: customer, siteTenantId, ip }: CallContext<UserPrincipal>,
  { packageId, code, requestId }: { packageId: string; code: string | undefined; requestId: string },
): Promise<ActivationResult> {
  const { database, pepper, registries } = services;
  const request: ActivationRequest = { registries, providerId: siteTenantId, customer, packageId, requestId };
  // Attempts are counted for the space, not for an account.
  const attemptKey: AttemptKey = {
    account: customer.tenantId,
    accountId: undefined,
    device: undefined,
    step: "activation",
  };
  const hashes = code === undefined ? undefined : withEachKey(pepper).map((key) => codeHash(key, code));

  const firstCheck = await database.system(async (tx) => {
    await lockCustomer(tx, request);
    const earlierResult = await findEarlierResult(tx, request);
    if (earlierResult !== undefined) return { earlierResult };
    const { activation } = await findPackage(tx, { providerId: siteTenantId, packageId, onlyPublished: true });
    if ((activation as ActivationMode) === "free") return {};
    if (hashes === undefined) throw wrongCodeProblem();
    const id = attemptId(pepper, request, hashes[0]!);
    return { countedAttempt: await countAttempt(tx, services, { attemptKey, source: sourceOf(ip), attemptId: id }) };
  });
  if (firstCheck.earlierResult !== undefined) return firstCheck.earlierResult;
  if (firstCheck.countedAttempt !== undefined) refuseWaiting(firstCheck.countedAttempt);
  const attempt = firstCheck.countedAttempt?.attempt;

  try {
    return await database.system(async (tx) => {
      await lockCustomer(tx, request);
      const earlierResult = await findEarlierResult(tx, request);
      if (earlierResult !== undefined) return earlierResult;
      const offer = await findPackage(tx, { providerId: siteTenantId, packageId, onlyPublished: true });
      const isFree = (offer.activation as ActivationMode) === "free";
      // The package was changed to require a code after the first check, so the attempt was not counted.
      if (!isFree && attempt === undefined) throw wrongCodeProblem();
      if (isFree) await refuseSecondFree(tx, request);
      const result = await writeRows(tx, request, offer, isFree ? undefined : hashes);
      if (attempt !== undefined) {
        await removeAttempt(tx, attempt);
        await resetFailures(tx, attemptKey, ["activation"]);
      }
      return result;
    });
  } catch (error) {
    if (attempt !== undefined) await failAttempt(services, attempt);
    throw error;
  }
}

/**
 * Sets the status of activated plans that have ended, in all spaces, at most `limit`. Returns how many. The status is for lists only; whether a plan
 * is active depends on its end date.
 */
export async function expireOpenings(tx: Tx, limit: number): Promise<number> {
  const due = sql`status = 'active' and ends_at <= now() and deleted_at is null`;
  const openings = await lockRows(tx, serviceOpening, due, limit);
  await patchRows(tx, upkeepAuthor, serviceOpening, openings, { values: { status: "expired" } });
  return openings.length;
}
