import { type SQL, sql } from "drizzle-orm";
import { type Grant, type RequestPrincipal, withView } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { activePersonCondition, type PersonColumns, personColumns } from "./member-principal.server.ts";
import { createPrincipalCache } from "./principal-cache.server.ts";
import { mustUseProviderSql, refuseOtherThanProvider } from "./identity-providers.server.ts";
import { newId } from "#server/process/id.server.ts";
import { newToken, tokenHash } from "#server/process/secrets.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    sessions: Sessions;
  }
}

export type NewSession = {
  accountId: string;
  tenantId: string;
  memberId: string;
  isSuperAdmin: boolean;
  userAgent: string;
  /** The link with which the person signed in through the identity provider of the space. */
  identityId?: string | undefined;
  /** The known device of the session. */
  deviceId?: string | undefined;
  /** The client's previous token, whose session ends (T-21). */
  replaces: string | undefined;
};

/** A session's token, which is not stored, and its lifetime in seconds. */
export type SessionToken = { token: string; lifetime: number };

/** An active session of a person. */
export type OpenSession = { id: string; userAgent: string; createdAt: string; seenAt: string; expiresAt: string };

export type Sessions = {
  /**
   * The principal of this token; a visitor of the site of `siteTenantId` when the token is missing or unknown, or its session has ended.
   * `isUse: false` does not count as use of the session: the browser makes the request by itself.
   */
  resolvePrincipal: (
    token: string | undefined,
    siteTenantId: string,
    options?: { isUse?: boolean },
  ) => Promise<RequestPrincipal>;
  /** Creates a session. A person's eleventh session ends their least recently used one. */
  create: (tx: Tx, session: NewSession) => Promise<SessionToken>;
  /**
   * Replaces the token of a session after a proof of identity; the old token becomes invalid on commit (T-21). Undefined when the session has ended
   * or `token` has already been replaced.
   */
  renew: (tx: Tx, token: string) => Promise<SessionToken | undefined>;
  /** Moves a session to another space, with a new token and the same expiry; undefined as for `renew`. */
  move: (tx: Tx, token: string, to: { tenantId: string; memberId: string }) => Promise<SessionToken | undefined>;
  /** Makes the session view its space as a role; `null` ends that. It has an effect only while the person is an administrator. */
  viewAsRole: (tx: Tx, sessionId: string, roleId: string | null) => Promise<void>;
  /** A person's active sessions, the last used first. */
  list: (accountId: string) => Promise<OpenSession[]>;
  /** Ends one of a person's sessions at once, in every process; false when the person has no active session with this id. */
  revoke: (accountId: string, sessionId: string) => Promise<boolean>;
  /** Ends the sessions of a space that were opened with one link to its identity provider, with all of them, or with none by members who are no administrators. */
  revokeOfSpace: (tx: Tx, tenantId: string, which: { identityId: string } | "linked" | "passwords") => Promise<void>;
  /** Ends every session of a person, for instance after a change of password; `except` keeps the caller's. */
  revokeAll: (tx: Tx, accountId: string, except?: string) => Promise<void>;
  /** Ends every session in a space. */
  revokeSpace: (tx: Tx, tenantId: string) => Promise<void>;
};

/** `total`: maximum lifetime; `idle`: maximum time without use; `proof`: the time for which a proof of identity allows sensitive calls (O-4). */
const lifetimes = {
  person: { total: "30 days", idle: "7 days", proof: "12 hours" },
  superAdmin: { total: "12 hours", idle: "30 minutes", proof: "2 hours" },
} as const;
const maxSessionsPerPerson = 10;

type SessionPrincipal = PersonColumns & {
  id: string;
  /** Whether the time of the last use is more than a minute old. */
  isUseOutdated: boolean;
  hasRecentProof: boolean;
  identityId: string | null;
  viewedRoleId: string | null;
  /** The grants of the viewed role; none when the role was deleted. */
  viewedGrants: Grant[];
};

/** `recordVisit` records a member's visit. It is a parameter, because it writes a row with `records`, a layer that `server` must not import. */
export type SessionParts = { database: Database; recordVisit: (tx: Tx, memberId: string) => Promise<unknown> };

/** SQL for a lifetime of account `a`. */
const lifetimeSql = (name: "idle" | "proof") =>
  sql`case when a.is_super_admin then ${lifetimes.superAdmin[name]}::interval else ${lifetimes.person[name]}::interval end`;
/** SQL for the seconds until session `s` ends even if it is used. */
const secondsLeftSql = sql`extract(epoch from s.expires_at - now())::int as lifetime`;
/** A condition on session `s` of account `a`. */
const activeSessionCondition = sql`s.revoked_at is null and s.expires_at > now() and s.seen_at > now() - ${lifetimeSql("idle")}`;

/** A condition on session `s` of member `m`: the way in which the person signed in is still permitted in the space. */
const permittedWaySql = sql`case when s.identity_id is null then not ${mustUseProviderSql}
  else exists (select from member_identity i join identity_provider p on p.id = i.provider_id
    where i.id = s.identity_id and i.member_id = s.member_id and p.tenant_id = s.tenant_id and p.is_enabled) end`;

/** Finds the active session in one round trip. All times are of the database's clock. */
async function findSession(database: Database, hash: string): Promise<SessionPrincipal | undefined> {
  const [session] = await database.read<SessionPrincipal>(
    "*",
    sql`select s.id, ${personColumns}, s.proved_at > now() - ${lifetimeSql("proof")} as "hasRecentProof", s.seen_at < now() - interval '1 minute' as "isUseOutdated",
      s.identity_id as "identityId", s.viewed_role_id as "viewedRoleId", coalesce((select r.grants from role r
        where r.id = s.viewed_role_id and r.tenant_id = s.tenant_id and r.deleted_at is null), '[]') as "viewedGrants"
    from session s join account a on a.id = s.account_id join member m on m.id = s.member_id and m.tenant_id = s.tenant_id
      join tenant t on t.id = s.tenant_id
    where s.token_hash = ${hash} and ${activeSessionCondition} and ${activePersonCondition} and ${permittedWaySql}`,
  );
  return session;
}

/** Updates the time of the last use of a session, at most once a minute and without waiting. */
function recordUse({ database, recordVisit }: SessionParts, session: SessionPrincipal): void {
  session.isUseOutdated = false;
  const update = async (tx: Tx) => {
    const updated = await tx.rows(
      sql`update session set seen_at = now() where id = ${session.id}::uuid and seen_at < now() - interval '1 minute' returning id`,
    );
    if (updated.length > 0) await recordVisit(tx, session.memberId);
  };
  // If this fails, a later use of the session tries again.
  database.system(update).catch(() => undefined);
}

/**
 * Returns a session's token for clients that asked for it in the response body. Other clients, which are browsers, get an HttpOnly cookie when the
 * transaction commits, and the result is null.
 */
export function issueToken(
  tx: Tx,
  { wantsBearer, setSessionCookie }: Pick<CallContext, "wantsBearer" | "setSessionCookie">,
  session: SessionToken,
): string | null {
  if (wantsBearer) return session.token;
  tx.afterCommit(() => setSessionCookie(session));
  return null;
}

/** Deletes sessions that ended more than a day ago. */
export const purgeSessions = (tx: Tx, max: number) =>
  deleteRows(tx, "session", sql`expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day'`, max);

/** Sessions with opaque tokens: the client has 256 random bits, the table their hash. */
export function createSessions(parts: SessionParts): Sessions {
  const { database } = parts;
  const cache = createPrincipalCache<SessionPrincipal>(database, "session");

  /** Ends the active sessions that match the condition; false when there are none. */
  async function endSessions(tx: Tx, condition: SQL): Promise<boolean> {
    const ended = await tx.rows<{ id: string }>(
      sql`update session set revoked_at = now() where revoked_at is null and ${condition} returning id`,
    );
    for (const { id } of ended) await tx.notifyChanged(`session:${id}`);
    const ids = new Set(ended.map(({ id }) => id));
    if (ids.size > 0) tx.afterCommit(() => cache.drop(({ id }) => ids.has(id)));
    return ids.size > 0;
  }

  /** Changes an active session and replaces its token; undefined when no active session has the token. */
  async function rotate(tx: Tx, token: string, changeSql: SQL): Promise<SessionToken | undefined> {
    const newSessionToken = newToken();
    const [rotated] = await tx.rows<{
      id: string;
      lifetime: number;
    }>(sql`update session s set token_hash = ${tokenHash(newSessionToken)}, ${changeSql}
      from account a where a.id = s.account_id and s.token_hash = ${tokenHash(token)} and ${activeSessionCondition} returning s.id, ${secondsLeftSql}`);
    if (rotated === undefined) return undefined;
    await tx.notifyChanged(`session:${rotated.id}`);
    tx.afterCommit(() => cache.drop(({ id }) => id === rotated.id));
    return { token: newSessionToken, lifetime: rotated.lifetime };
  }

  return {
    async resolvePrincipal(token, siteTenantId, { isUse = true } = {}) {
      if (token === undefined || token === "") return { kind: "anonymous", tenantId: siteTenantId };
      const hash = tokenHash(token);
      const session = await cache.getOrFind(hash, () => findSession(database, hash));
      if (session === undefined) return { kind: "anonymous", tenantId: siteTenantId };
      if (isUse && session.isUseOutdated) recordUse(parts, session);
      const { id, viewedRoleId, viewedGrants, isUseOutdated: _, ...rest } = session;
      const person = { kind: "user", sessionId: id, ...rest } as const;
      const isViewing = viewedRoleId !== null && (rest.isAdministrator || rest.isSuperAdmin);
      return isViewing ? withView(person, viewedRoleId, viewedGrants) : person;
    },
    async create(tx, { accountId, tenantId, memberId, isSuperAdmin, userAgent, identityId, deviceId, replaces }) {
      if (identityId === undefined) await refuseOtherThanProvider(tx, memberId);
      // Locks the account, so that concurrent sign-ins of a person cannot exceed the maximum.
      await tx.rows(sql`select 1 from account where id = ${accountId}::uuid for no key update`);
      if (replaces !== undefined && replaces !== "") await endSessions(tx, sql`token_hash = ${tokenHash(replaces)}`);
      await endSessions(
        tx,
        sql`id in (select id from session where account_id = ${accountId}::uuid and revoked_at is null and expires_at > now()
        order by seen_at desc, id desc offset ${maxSessionsPerPerson - 1})`,
      );
      const token = newToken();
      const { total } = isSuperAdmin ? lifetimes.superAdmin : lifetimes.person;
      const [newSession] = await tx.rows<{
        lifetime: number;
      }>(sql`insert into session as s (id, token_hash, account_id, tenant_id, member_id, user_agent, device_id, identity_id, proved_at, expires_at)
        values (${newId()}::uuid, ${tokenHash(token)}, ${accountId}::uuid, ${tenantId}::uuid, ${memberId}::uuid, ${userAgent.slice(0, 300)}, ${deviceId ?? null}::uuid,
          ${identityId ?? null}::uuid, now(), now() + ${total}::interval) returning ${secondsLeftSql}`);
      await parts.recordVisit(tx, memberId);
      return { token, lifetime: newSession!.lifetime };
    },
    renew: (tx, token) => rotate(tx, token, sql`proved_at = now()`),
    async move(tx, token, { tenantId, memberId }) {
      await refuseOtherThanProvider(tx, memberId);
      return rotate(
        tx,
        token,
        sql`tenant_id = ${tenantId}::uuid, member_id = ${memberId}::uuid, viewed_role_id = null`,
      );
    },
    async viewAsRole(tx, sessionId, roleId) {
      await tx.rows(sql`update session set viewed_role_id = ${roleId}::uuid where id = ${sessionId}::uuid`);
      await tx.notifyChanged(`session:${sessionId}`);
      tx.afterCommit(() => cache.drop(({ id }) => id === sessionId));
    },
    list: (accountId) =>
      database.system((tx) =>
        tx.rows<OpenSession>(sql`select s.id, s.user_agent as "userAgent", s.created_at as "createdAt", s.seen_at as "seenAt", s.expires_at as "expiresAt"
          from session s join account a on a.id = s.account_id where s.account_id = ${accountId}::uuid and ${activeSessionCondition} order by s.seen_at desc, s.id desc`),
      ),
    revoke: (accountId, sessionId) =>
      database.system((tx) => endSessions(tx, sql`id = ${sessionId}::uuid and account_id = ${accountId}::uuid`)),
    async revokeOfSpace(tx, tenantId, which) {
      const conditions = {
        linked: sql`identity_id is not null`,
        passwords: sql`identity_id is null and exists (select from member m where m.id = member_id and not m.is_administrator)`,
      };
      const condition = typeof which === "string" ? conditions[which] : sql`identity_id = ${which.identityId}::uuid`;
      await endSessions(tx, sql`tenant_id = ${tenantId}::uuid and ${condition}`);
    },
    async revokeAll(tx, accountId, except) {
      const exceptCurrent = except === undefined ? sql`true` : sql`id <> ${except}::uuid`;
      await endSessions(tx, sql`account_id = ${accountId}::uuid and ${exceptCurrent}`);
    },
    async revokeSpace(tx, tenantId) {
      await endSessions(tx, sql`tenant_id = ${tenantId}::uuid`);
      await tx.notifyChanged(`${tenantId}:tenant`);
      tx.afterCommit(() => cache.drop((session) => session.tenantId === tenantId));
    },
  };
}
