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
import { type Author, upkeep } from "#records/registry/row-context.server.ts";
import { isInstallationHost } from "#server/identity/tenants.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { derivedSecret } from "#server/process/secrets.server.ts";
import { type Claim, logSiteHost, notifyOfLostProof } from "./site-host-events.server.ts";

/** Maximum custom domains of a space. */
const maxHosts = 10;
/** How long a name may wait for its first proof before it counts as failed. */
const pendingLifetime = "7 days";
/** Daily checks in a row without a proof after which a name is switched off, so that owners have time to correct a mistake. */
const maxMisses = 3;

const texts = {
  tooMany: { zh: "自定义域名最多 {n} 个", en: "A space has at most {n} custom domains" },
  alreadyAdded: { zh: "已添加过此域名", en: "This domain has been added already" },
  notFound: { zh: "域名不存在或已移除", en: "This domain does not exist, or was removed" },
} satisfies Record<string, Text>;

const hostProblem = (code: "invalid" | "conflict", text: Text) => new Problem(code, text, { fields: { host: text } });

/** The TXT record that proves a name for a space. Its value is derived from both, so it stays the same if the name is removed and added again. */
const recordOf = ({ pepper }: Pick<Services, "pepper">, { tenantId, host }: Omit<Claim, "id">): SiteHost["record"] => ({
  name: `_meridian.${host}`,
  value: `meridian-site=${derivedSecret(pepper, "site host", [tenantId, host], 32)}`,
});

type SiteHostRow = Omit<SiteHost, "record"> & { tenantId: string };

const columns = sql`id, tenant_id as "tenantId", host, state, problem, checked_at as "checkedAt"`;

function toSiteHost(services: Services, { tenantId, ...row }: SiteHostRow): SiteHost {
  return { ...row, record: recordOf(services, { tenantId, host: row.host }) };
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
 * Adds a custom domain, which waits for its proof. Several spaces may add the same name; the one that proves it gets it.
 * @throws {Problem} invalid; conflict for a name that is reserved or already added, or when the space has too many
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
    await logSiteHost(tx, context, { tenantId, host }, "hostAdd");
    return toSiteHost(services, added!);
  });
}

/** Removes a custom domain of the caller's space, whose site is then not reachable at it. @throws {Problem} notFound */
export async function removeSiteHost(context: CallContext<UserPrincipal>, id: string): Promise<void> {
  const { services, principal } = context;
  const { tenantId } = principal;
  await services.database.system(async (tx) => {
    const [removed] = await tx.rows<{ host: string }>(
      sql`delete from site_host where id = ${id}::uuid and tenant_id = ${tenantId}::uuid returning host`,
    );
    if (removed === undefined) throw new Problem("notFound", texts.notFound);
    await logSiteHost(tx, context, { tenantId, host: removed.host }, "hostRemove");
    await tx.notifyChanged("tenants");
  });
}

/** The TXT values found for a name, or why none were found. */
type Proof = { texts: readonly string[] } | { problem: "missing" | "unreachable" };

async function readProof(services: Services, claim: Claim): Promise<Proof> {
  const answer = await services.dns.txt(recordOf(services, claim).name);
  if (answer.kind === "found") return { texts: answer.texts };
  return { problem: answer.kind === "none" ? "missing" : "unreachable" };
}

/** Takes a name from another space that has it but whose proof is gone. False if `foundTexts` still prove it for that space. */
async function takeFromOther(
  tx: Tx,
  services: Services,
  claim: Claim,
  foundTexts: readonly string[],
): Promise<boolean> {
  const [other] = await tx.rows<Claim>(sql`select id, tenant_id as "tenantId", host from site_host
    where host = ${claim.host} and state = 'active' and tenant_id <> ${claim.tenantId}::uuid`);
  if (other === undefined) return true;
  if (foundTexts.includes(recordOf(services, other).value)) return false;
  await tx.rows(sql`update site_host set state = 'failed', problem = 'different' where id = ${other.id}::uuid`);
  // The program is the author, because a space must not learn who works for another one.
  await logSiteHost(tx, upkeep, other, "hostFail");
  await notifyOfLostProof(tx, other, { problem: "different" });
  return true;
}

type CheckedRow = { state: SiteHostState; misses: number; isLate: boolean };
type CheckOutcome = { state: SiteHostState; problem: SiteHostProblem | null; misses: number };

/** The state of a name after a check that found no proof. `isDaily`: whether the check counts towards `maxMisses`. */
function outcomeWithoutProof(
  row: CheckedRow,
  { problem, isDaily }: { problem: SiteHostProblem; isDaily: boolean },
): CheckOutcome {
  // An unreachable name server does not count as a missing proof.
  const misses = row.misses + (isDaily && problem !== "unreachable" ? 1 : 0);
  const hasFailed = row.state === "active" ? misses >= maxMisses : row.isLate;
  return { state: hasFailed ? "failed" : row.state, problem, misses };
}

/** Records in the audit log, and in notices to administrators, what a check has changed. */
async function announceCheck(
  tx: Tx,
  author: Author,
  claim: Claim,
  { row, outcome }: { row: CheckedRow; outcome: CheckOutcome },
): Promise<void> {
  const { state, problem, misses } = outcome;
  if (state !== row.state) {
    await tx.notifyChanged("tenants");
    await logSiteHost(tx, author, claim, state === "active" ? "hostProve" : "hostFail");
  }
  if (row.state !== "active" || problem === null) return;
  if (state === "failed") await notifyOfLostProof(tx, claim, { problem });
  else if (misses === 1 && row.misses === 0)
    await notifyOfLostProof(tx, claim, { problem, daysLeft: maxMisses - misses });
}

type Check = { proof: Proof; isDaily: boolean };

/** Records the result of a check of a name. Undefined if the name was removed in the meantime. */
function recordCheck(
  services: Services,
  author: Author,
  claim: Claim,
  { proof, isDaily }: Check,
): Promise<SiteHost | undefined> {
  return services.database.system(async (tx) => {
    // A lock, so that two spaces that prove the same name at the same time do not both get it.
    await tx.lock("site hosts");
    const [row] = await tx.rows<CheckedRow>(sql`select state, misses,
      created_at < now() - ${pendingLifetime}::interval as "isLate" from site_host where id = ${claim.id}::uuid`);
    if (row === undefined) return undefined;
    const isProved = "texts" in proof && proof.texts.includes(recordOf(services, claim).value);
    const isTaken = isProved && !(await takeFromOther(tx, services, claim, proof.texts));
    const problem = isTaken ? "taken" : "problem" in proof ? proof.problem : "different";
    const outcome: CheckOutcome =
      isProved && !isTaken
        ? { state: "active", problem: null, misses: 0 }
        : outcomeWithoutProof(row, { problem, isDaily });
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
  const checkedHost = await recordCheck(services, context, claim, {
    proof: await readProof(services, claim),
    isDaily: false,
  });
  if (checkedHost === undefined) throw new Problem("notFound", texts.notFound);
  return checkedHost;
}

/** Maximum names per review. */
const maxClaimsPerReview = 200;
/** Names whose DNS records are looked up at the same time. */
const maxConcurrentLookups = 10;

/** Checks the proofs of names again: of active names once a day, of pending names once an hour. */
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
          recordCheck(services, upkeep, claim, { proof: await readProof(services, claim), isDaily: true }),
        ),
    );
}
