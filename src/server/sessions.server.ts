import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import { seconds } from "#kit/format.ts";
import type { Database, Tx } from "./database.server.ts";
import { newId } from "./id.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    sessions: Sessions;
  }
}

export type Sessions = {
  /** Who holds this token; somebody anonymous on the site of `siteTenantId` for none, an unknown or an ended one. */
  resolvePrincipal: (token: string | undefined, siteTenantId: string) => Promise<Principal>;
  /** A new session; gives the token, which is kept nowhere else. */
  create: (tx: Tx, who: { accountId: string; tenantId: string; memberId: string; isSuperAdmin: boolean; userAgent: string }) => Promise<string>;
  /** Ends one session at once, in every process. */
  revoke: (sessionId: string) => Promise<void>;
  /** Ends every session of a person, after a change of password for instance. */
  revokeAll: (tx: Tx, accountId: string) => Promise<void>;
};

/** How long a session lives at most, and how long unused (security bar, section E). */
const lifetimes = {
  person: { most: "30 days", idle: "7 days" },
  superAdmin: { most: "12 hours", idle: "30 minutes" },
} as const;

/** A known session is asked for again after this long; a revoked one is dropped by its tag at once. */
const remembered = seconds(5);
const mostRemembered = 10_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

type Found = {
  id: string;
  accountId: string;
  tenantId: string;
  memberId: string;
  userName: string;
  isAdministrator: boolean;
  isSuperAdmin: boolean;
};

/** Finds the living session and moves its last use on, at most once a minute. The database's clock decides. */
function findSession(tx: Tx, tokenHash: string): Promise<Found[]> {
  return tx.rows<Found>(sql`
    with found as (
      select s.id, s.account_id as "accountId", s.tenant_id as "tenantId", s.member_id as "memberId", a.user_name as "userName",
        m.is_administrator as "isAdministrator", a.is_super_admin as "isSuperAdmin", s.seen_at
      from session s join account a on a.id = s.account_id join member m on m.id = s.member_id and m.tenant_id = s.tenant_id
      where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now() and not a.is_disabled
        and m.deleted_at is null and m.status = 'active'
        and s.seen_at > now() - case when a.is_super_admin then ${lifetimes.superAdmin.idle}::interval else ${lifetimes.person.idle}::interval end
    ), moved as (
      update session set seen_at = now() from found where session.id = found.id and found.seen_at < now() - interval '1 minute'
    )
    select * from found`);
}

/** Opaque sessions: 256 random bits with their owner, a hash in the table. */
export function createSessions(database: Database): Sessions {
  const known = new Map<string, { until: number; found: Found }>();
  database.onChanged((tags) => {
    if (tags.some((tag) => tag === "*" || tag.startsWith("session") || tag.endsWith(":member"))) known.clear();
  });

  async function resolve(token: string): Promise<Found | undefined> {
    const tokenHash = hashOf(token);
    const cached = known.get(tokenHash);
    if (cached !== undefined && cached.until > Date.now()) return cached.found;
    const [found] = await database.system((tx) => findSession(tx, tokenHash));
    if (found === undefined) known.delete(tokenHash);
    else known.set(tokenHash, { until: Date.now() + remembered, found });
    if (known.size > mostRemembered) known.delete(known.keys().next().value!);
    return found;
  }

  return {
    async resolvePrincipal(token, siteTenantId) {
      const found = token === undefined || token === "" ? undefined : await resolve(token);
      if (found === undefined) return { kind: "anonymous", tenantId: siteTenantId };
      const { id, ...rest } = found;
      return { kind: "user", sessionId: id, ...rest };
    },
    async create(tx, { accountId, tenantId, memberId, isSuperAdmin, userAgent }) {
      const token = randomBytes(32).toString("base64url");
      const { most } = isSuperAdmin ? lifetimes.superAdmin : lifetimes.person;
      await tx.rows(sql`insert into session (id, token_hash, account_id, tenant_id, member_id, user_agent, expires_at)
        values (${newId()}::uuid, ${hashOf(token)}, ${accountId}::uuid, ${tenantId}::uuid, ${memberId}::uuid, ${userAgent.slice(0, 300)}, now() + ${most}::interval)`);
      return token;
    },
    async revoke(sessionId) {
      await database.system(async (tx) => {
        await tx.rows(sql`update session set revoked_at = now() where id = ${sessionId}::uuid`);
        await tx.changed("session");
      });
      known.clear();
    },
    async revokeAll(tx, accountId) {
      await tx.rows(sql`update session set revoked_at = now() where account_id = ${accountId}::uuid and revoked_at is null`);
      await tx.changed("session");
      tx.afterCommit(() => known.clear());
    },
  };
}
