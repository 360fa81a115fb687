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
import type { Text } from "#kit/text.ts";
import { isHostOf } from "#server/identity/tenants.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { derivedSecret } from "#server/process/secrets.server.ts";

/** Maximum custom domains of a space. */
const maxHosts = 10;
/** A name whose proof does not come for so long has failed. */
const waitingTime = "7 days";
/** Daily checks in a row without a proof after which a name no longer leads to the site: a mistake can be mended meanwhile. */
const maxMisses = 3;

const texts = {
  many: { zh: "自定义域名最多 10 个", en: "A space has at most 10 custom domains" },
  again: { zh: "已添加过此域名", en: "This domain has been added already" },
  gone: { zh: "域名不存在或已移除", en: "This domain does not exist, or was removed" },
} satisfies Record<string, Text>;

const refuse = (code: "invalid" | "conflict", text: Text) => new Problem(code, text, { fields: { host: text } });

type Claim = { id: string; tenantId: string; host: string };

/** The TXT record that proves a name for a space. Its value follows from both, so it is the same when the name is added again. */
const recordOf = ({ pepper }: Pick<Services, "pepper">, { tenantId, host }: Omit<Claim, "id">): SiteHost["record"] => ({
  name: `_meridian.${host}`,
  value: `meridian-site=${derivedSecret(pepper, "site host", [tenantId, host], 32)}`,
});

type Row = Omit<SiteHost, "record"> & { tenantId: string };

const columns = sql`id, tenant_id as "tenantId", host, state, problem, checked_at as "checkedAt"`;

function asHost(services: Services, { tenantId, ...row }: Row): SiteHost {
  return { ...row, record: recordOf(services, { tenantId, host: row.host }) };
}

/** The custom domains of a space, in the order in which they were added. */
export async function listSiteHosts({ services, principal }: CallContext<UserPrincipal>): Promise<SiteHost[]> {
  const rows = await services.database.read<Row>(
    principal.tenantId,
    sql`select ${columns} from site_host where tenant_id = ${principal.tenantId}::uuid order by created_at, id`,
  );
  return rows.map((row) => asHost(services, row));
}

/**
 * Adds a custom domain, which waits for its proof. That somebody else claims it too is no obstacle: whoever proves it has it.
 * @throws {Problem} invalid; conflict for a name that is reserved or taken
 */
export async function addSiteHost(
  { services, principal }: CallContext<UserPrincipal>,
  typed: string,
): Promise<SiteHost> {
  const { tenantId } = principal;
  const host = normalizeSiteHost(typed);
  const problem = siteHostProblem(host);
  if (problem !== undefined) throw refuse(problem === reservedHostText ? "conflict" : "invalid", problem);
  if (isHostOf(services.env.PUBLIC_URL, host)) throw refuse("conflict", reservedHostText);
  return services.database.system(async (tx) => {
    await tx.lock("site hosts");
    const [state] = await tx.rows<{ isTaken: boolean; isThere: boolean; count: number }>(sql`select
      exists (select from tenant where lower(host) = ${host}) as "isTaken",
      exists (select from site_host where tenant_id = ${tenantId}::uuid and host = ${host}) as "isThere",
      (select count(*)::int from site_host where tenant_id = ${tenantId}::uuid) as count`);
    if (state!.isTaken) throw refuse("conflict", reservedHostText);
    if (state!.isThere) throw refuse("conflict", texts.again);
    if (state!.count >= maxHosts) throw refuse("conflict", texts.many);
    const [added] = await tx.rows<Row>(sql`insert into site_host (id, tenant_id, host)
      values (${newId()}::uuid, ${tenantId}::uuid, ${host}) returning ${columns}`);
    return asHost(services, added!);
  });
}

/** Removes a custom domain of the space: it no longer leads to its site. @throws {Problem} notFound */
export async function removeSiteHost({ services, principal }: CallContext<UserPrincipal>, id: string): Promise<void> {
  await services.database.system(async (tx) => {
    const removed = await tx.rows(
      sql`delete from site_host where id = ${id}::uuid and tenant_id = ${principal.tenantId}::uuid returning id`,
    );
    if (removed.length === 0) throw new Problem("notFound", texts.gone);
    await tx.changed("tenants");
  });
}

/** What the domain name system says of a name: its texts, or why there are none. */
type Proof = { texts: readonly string[] } | { problem: "missing" | "unreachable" };

async function readProof(services: Services, claim: Claim): Promise<Proof> {
  const answer = await services.dns.txt(recordOf(services, claim).name);
  if (answer.kind === "found") return { texts: answer.texts };
  return { problem: answer.kind === "none" ? "missing" : "unreachable" };
}

/** Takes a name from another space that can no longer prove it. False: that space still proves it. */
async function takeFromOther(tx: Tx, services: Services, claim: Claim, found: readonly string[]): Promise<boolean> {
  const [other] = await tx.rows<Claim>(sql`select id, tenant_id as "tenantId", host from site_host
    where host = ${claim.host} and state = 'active' and tenant_id <> ${claim.tenantId}::uuid`);
  if (other === undefined) return true;
  if (found.includes(recordOf(services, other).value)) return false;
  await tx.rows(sql`update site_host set state = 'failed', problem = 'different' where id = ${other.id}::uuid`);
  return true;
}

type Outcome = { state: SiteHostState; problem: SiteHostProblem | null; misses: number };

/** The state of a name after a check that found no proof. `isDaily`: a missing proof counts. */
function afterMiss(
  row: { state: SiteHostState; misses: number; isLate: boolean },
  { problem, isDaily }: { problem: SiteHostProblem; isDaily: boolean },
): Outcome {
  // No answer says nothing about the name.
  const misses = row.misses + (isDaily && problem !== "unreachable" ? 1 : 0);
  const hasFailed = row.state === "active" ? misses >= maxMisses : row.isLate;
  return { state: hasFailed ? "failed" : row.state, problem, misses };
}

/** Records the result of a check of a name. Undefined when the name has been removed in the meantime. */
function noteProof(services: Services, claim: Claim, proof: Proof, isDaily: boolean): Promise<SiteHost | undefined> {
  return services.database.system(async (tx) => {
    // One at a time: two spaces that prove the same name must not both have it.
    await tx.lock("site hosts");
    const [row] = await tx.rows<{ state: SiteHostState; misses: number; isLate: boolean }>(sql`select state, misses,
      created_at < now() - ${waitingTime}::interval as "isLate" from site_host where id = ${claim.id}::uuid`);
    if (row === undefined) return undefined;
    const isProved = "texts" in proof && proof.texts.includes(recordOf(services, claim).value);
    const isTaken = isProved && !(await takeFromOther(tx, services, claim, proof.texts));
    const problem = isTaken ? "taken" : "problem" in proof ? proof.problem : "different";
    const next: Outcome =
      isProved && !isTaken ? { state: "active", problem: null, misses: 0 } : afterMiss(row, { problem, isDaily });
    const [after] = await tx.rows<Row>(sql`update site_host set state = ${next.state}, problem = ${next.problem},
      misses = ${next.misses}, checked_at = now() where id = ${claim.id}::uuid returning ${columns}`);
    if (next.state !== row.state) await tx.changed("tenants");
    return asHost(services, after!);
  });
}

/** Looks for the proof of a custom domain of the space now. @throws {Problem} notFound */
export async function checkSiteHost(
  { services, principal }: CallContext<UserPrincipal>,
  id: string,
): Promise<SiteHost> {
  const [claim] = await services.database.read<Claim>(
    principal.tenantId,
    sql`select id, tenant_id as "tenantId", host from site_host where id = ${id}::uuid and tenant_id = ${principal.tenantId}::uuid`,
  );
  if (claim === undefined) throw new Problem("notFound", texts.gone);
  const checked = await noteProof(services, claim, await readProof(services, claim), false);
  if (checked === undefined) throw new Problem("notFound", texts.gone);
  return checked;
}

/** Names per run of the review, and how many are asked for at once. */
const reviewSize = 200;
const atOnce = 10;

/** Looks for the proofs of names again: of active ones once a day, of those that wait once an hour. */
export async function reviewSiteHosts(services: Services, signal: AbortSignal): Promise<void> {
  const due = await services.database.system((tx) =>
    tx.rows<Claim>(sql`select id, tenant_id as "tenantId", host from site_host
      where (state = 'active' and checked_at < now() - interval '23 hours')
        or (state = 'pending' and coalesce(checked_at, created_at) < now() - interval '50 minutes')
      order by checked_at nulls first limit ${reviewSize}`),
  );
  for (let at = 0; at < due.length && !signal.aborted; at += atOnce)
    await Promise.all(
      due
        .slice(at, at + atOnce)
        .map(async (claim) => noteProof(services, claim, await readProof(services, claim), true)),
    );
}
