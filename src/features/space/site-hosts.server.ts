import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import {
  normalizeSiteHost,
  reservedHostText,
  type SiteHost,
  type SiteHostProblem,
  type SiteHostState,
  siteHostProblem,
} from "#kit/site-host.ts";
import { formatText, type Text } from "#kit/text.ts";
import { type Author, upkeepAuthor } from "#records/registry/row-context.server.ts";
import { isInstallationHost } from "#server/identity/tenants.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { derivedSecret, withEachKey } from "#server/process/secrets.server.ts";
import { type Claim, logSiteHostEvent, notifyOfLostProof } from "./site-host-events.server.ts";

/** Maximum custom domains of a space. */
const maxHosts = 10;
/** How long a domain may be pending before it counts as failed. */
const pendingLifetime = "7 days";
/** Daily checks in a row without a proof after which an active domain fails, so that owners have time to correct a mistake. */
const maxMisses = 3;

const texts = {
  tooMany: { zh: "自定义域名最多 {n} 个", en: "A space has at most {n} custom domains" },
  alreadyAdded: { zh: "已添加过此域名", en: "You have already added this domain" },
  notFound: { zh: "域名不存在或已移除", en: "Domain not found. It may have been removed." },
} satisfies Record<string, Text>;

const hostProblem = (code: "invalid" | "conflict", text: Text) => new Problem(code, text, { fields: { host: text } });

/** The TXT record that proves a domain for a space. Its value is derived from both, so it stays the same if the domain is removed and added again. */
const txtRecordOf = (
  { pepper }: Pick<Services, "pepper">,
  { tenantId, host }: Omit<Claim, "id">,
): SiteHost["record"] => ({
  name: `_meridian.${host}`,
  value: `meridian-site=${derivedSecret(pepper, "site host", [tenantId, host], 32)}`,
});

/** Whether one of the values proves a domain, also one that was made with a previous key: owners need not change their DNS. */
const isProofOf = ({ pepper }: Services, claim: Claim, values: readonly string[]): boolean =>
  withEachKey(pepper).some((key) => values.includes(txtRecordOf({ pepper: key }, claim).value));

type SiteHostRow = Omit<SiteHost, "record"> & { tenantId: string };

const columns = sql`id, tenant_id as "tenantId", host, state, problem, checked_at as "checkedAt"`;

function toSiteHost(services: Services, { tenantId, ...row }: SiteHostRow): SiteHost {
  return { ...row, record: txtRecordOf(services, { tenantId, host: row.host }) };
}

/** The custom domains of the caller's space, oldest first. */
export async function listSiteHosts({ services, principal }: CallContext<UserPrincipal>): Promise<SiteHost[]> {
  const rows = await services.database.read<SiteHostRow>(
    principal.tenantId,
    sql`select ${columns} from site_host where tenant_id = ${principal.tenantId}::uuid order by created_at, id`,
  );
  return rows.map((row) => toSiteHost(services, row));
}

/**
 * Adds a custom domain, which is pending until it is proved. Several spaces may add the same domain; the one that proves it gets it.
 * @throws {Problem} invalid; conflict for a domain that is reserved or already added, or when the space has too many
 */
export async function addSiteHost(context: CallContext<UserPrincipal>, input: string): Promise<SiteHost> {
  const { services, principal } = context;
  const { tenantId } = principal;
  const host = normalizeSiteHost(input);
  const problem = siteHostProblem(host);
  if (problem !== undefined) throw hostProblem(problem === reservedHostText ? "conflict" : "invalid", problem);
  if (isInstallationHost(services.env.PUBLIC_URL, host)) throw hostProblem("conflict", reservedHostText);
  return services.database.system(async (tx) => {
    await tx.lock("site hosts");
    const [existing] = await tx.rows<{ isTaken: boolean; isAdded: boolean; count: number }>(sql`select
      exists (select from tenant where lower(host) = ${host}) as "isTaken",
      exists (select from site_host where tenant_id = ${tenantId}::uuid and host = ${host}) as "isAdded",
      (select count(*)::int from site_host where tenant_id = ${tenantId}::uuid) as count`);
    if (existing!.isTaken) throw hostProblem("conflict", reservedHostText);
    if (existing!.isAdded) throw hostProblem("conflict", texts.alreadyAdded);
    if (existing!.count >= maxHosts) throw hostProblem("conflict", formatText(texts.tooMany, { n: maxHosts }));
    const [added] = await tx.rows<SiteHostRow>(sql`insert into site_host (id, tenant_id, host)
      values (${newId()}::uuid, ${tenantId}::uuid, ${host}) returning ${columns}`);
    await logSiteHostEvent(tx, context, { tenantId, host }, "hostAdd");
    return toSiteHost(services, added!);
  });
}

/** Removes a custom domain of the caller's space; it stops leading to the site. @throws {Problem} notFound */
export async function removeSiteHost(context: CallContext<UserPrincipal>, id: string): Promise<void> {
  const { services, principal } = context;
  const { tenantId } = principal;
  await services.database.system(async (tx) => {
    const [removed] = await tx.rows<{ host: string }>(
      sql`delete from site_host where id = ${id}::uuid and tenant_id = ${tenantId}::uuid returning host`,
    );
    if (removed === undefined) throw new Problem("notFound", texts.notFound);
    await logSiteHostEvent(tx, context, { tenantId, host: removed.host }, "hostRemove");
    await tx.notifyChanged("tenants");
  });
}

/** The values of the TXT records found for a domain, or why none were found. */
type TxtLookup = { values: readonly string[] } | { problem: "missing" | "unreachable" };

async function lookUpTxt(services: Services, claim: Claim): Promise<TxtLookup> {
  const answer = await services.dns.txt(txtRecordOf(services, claim).name);
  if (answer.kind === "found") return { values: answer.texts };
  return { problem: answer.kind === "none" ? "missing" : "unreachable" };
}

/** Takes a domain from the space for which it is active. False if `foundValues` still prove it for that space; true also if no space has it. */
async function takeFromOtherSpace(
  tx: Tx,
  services: Services,
  claim: Claim,
  foundValues: readonly string[],
): Promise<boolean> {
  const [other] = await tx.rows<Claim>(sql`select id, tenant_id as "tenantId", host from site_host
    where host = ${claim.host} and state = 'active' and tenant_id <> ${claim.tenantId}::uuid`);
  if (other === undefined) return true;
  if (isProofOf(services, other, foundValues)) return false;
  await tx.rows(sql`update site_host set state = 'failed', problem = 'different' where id = ${other.id}::uuid`);
  // The program is recorded as the author, because a space must not learn who works for another space.
  await logSiteHostEvent(tx, upkeepAuthor, other, "hostFail");
  await notifyOfLostProof(tx, other, { problem: "different" });
  return true;
}

type CheckedRow = { state: SiteHostState; misses: number; isLate: boolean };
type CheckOutcome = { state: SiteHostState; problem: SiteHostProblem | null; misses: number };

/** The state of a domain after a check that found no proof. `isScheduled`: whether the check counts towards `maxMisses`. */
function outcomeWithoutProof(
  row: CheckedRow,
  { problem, isScheduled }: { problem: SiteHostProblem; isScheduled: boolean },
): CheckOutcome {
  // An unreachable name server does not count as a missing proof.
  const misses = row.misses + (isScheduled && problem !== "unreachable" ? 1 : 0);
  const hasFailed = row.state === "active" ? misses >= maxMisses : row.isLate;
  return { state: hasFailed ? "failed" : row.state, problem, misses };
}

/** Records the changes that a check made in the audit log, and notifies administrators when the proof of an active domain is missing. */
async function announceCheck(
  tx: Tx,
  author: Author,
  claim: Claim,
  { row, outcome }: { row: CheckedRow; outcome: CheckOutcome },
): Promise<void> {
  const { state, problem, misses } = outcome;
  if (state !== row.state) {
    await tx.notifyChanged("tenants");
    await logSiteHostEvent(tx, author, claim, state === "active" ? "hostProve" : "hostFail");
  }
  if (row.state !== "active" || problem === null) return;
  if (state === "failed") await notifyOfLostProof(tx, claim, { problem });
  else if (misses === 1 && row.misses === 0)
    await notifyOfLostProof(tx, claim, { problem, daysLeft: maxMisses - misses });
}

/** `isScheduled`: false for a check that an administrator requested. */
type Check = { lookup: TxtLookup; isScheduled: boolean };

/** Stores the result of a check of a domain. Undefined if the domain was removed in the meantime. */
function storeCheck(
  services: Services,
  author: Author,
  claim: Claim,
  { lookup, isScheduled }: Check,
): Promise<SiteHost | undefined> {
  return services.database.system(async (tx) => {
    // A lock, so that two spaces that prove the same domain at the same time do not both get it.
    await tx.lock("site hosts");
    const [row] = await tx.rows<CheckedRow>(sql`select state, misses,
      created_at < now() - ${pendingLifetime}::interval as "isLate" from site_host where id = ${claim.id}::uuid`);
    if (row === undefined) return undefined;
    const isProved = "values" in lookup && isProofOf(services, claim, lookup.values);
    const isTaken = isProved && !(await takeFromOtherSpace(tx, services, claim, lookup.values));
    const problem = isTaken ? "taken" : "problem" in lookup ? lookup.problem : "different";
    const outcome: CheckOutcome =
      isProved && !isTaken
        ? { state: "active", problem: null, misses: 0 }
        : outcomeWithoutProof(row, { problem, isScheduled });
    const [updatedRow] =
      await tx.rows<SiteHostRow>(sql`update site_host set state = ${outcome.state}, problem = ${outcome.problem},
      misses = ${outcome.misses}, checked_at = now() where id = ${claim.id}::uuid returning ${columns}`);
    await announceCheck(tx, author, claim, { row, outcome });
    return toSiteHost(services, updatedRow!);
  });
}

/** Checks a custom domain of the caller's space now. @throws {Problem} notFound */
export async function checkSiteHost(context: CallContext<UserPrincipal>, id: string): Promise<SiteHost> {
  const { services, principal } = context;
  const [claim] = await services.database.read<Claim>(
    principal.tenantId,
    sql`select id, tenant_id as "tenantId", host from site_host where id = ${id}::uuid and tenant_id = ${principal.tenantId}::uuid`,
  );
  if (claim === undefined) throw new Problem("notFound", texts.notFound);
  const checkedHost = await storeCheck(services, context, claim, {
    lookup: await lookUpTxt(services, claim),
    isScheduled: false,
  });
  if (checkedHost === undefined) throw new Problem("notFound", texts.notFound);
  return checkedHost;
}

/** Maximum domains per review. */
const maxClaimsPerReview = 200;
/** Domains whose TXT records are looked up at the same time. */
const maxConcurrentLookups = 10;

/**
 * Checks the proofs of active domains once a day, and of pending domains once an hour. The intervals are a little shorter, because the job runs every
 * hour and would otherwise find a domain a minute too early.
 */
export async function reviewSiteHosts(services: Services, signal: AbortSignal): Promise<void> {
  const dueClaims = await services.database.system((tx) =>
    tx.rows<Claim>(sql`select id, tenant_id as "tenantId", host from site_host
      where (state = 'active' and checked_at < now() - interval '23 hours')
        or (state = 'pending' and coalesce(checked_at, created_at) < now() - interval '50 minutes')
      order by checked_at nulls first limit ${maxClaimsPerReview}`),
  );
  for (let start = 0; start < dueClaims.length && !signal.aborted; start += maxConcurrentLookups)
    await Promise.all(
      dueClaims
        .slice(start, start + maxConcurrentLookups)
        .map(async (claim) =>
          storeCheck(services, upkeepAuthor, claim, { lookup: await lookUpTxt(services, claim), isScheduled: true }),
        ),
    );
}
