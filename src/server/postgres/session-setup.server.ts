import type pg from "pg";
import { uuidPattern } from "#server/process/id.server.ts";
import { unfitUserCode } from "./configuration-error.server.ts";

/** SQL that limits a connection to rows of one tenant (`*`: all). The id is in the text, which saves a round trip, and must therefore be a uuid. */
export function setTenantSql(tenantId: string, scope: "session" | "local" = "session"): string {
  if (tenantId !== "*" && !uuidPattern.test(tenantId)) throw new Error(`Not a tenant id: ${tenantId}`);
  return `set ${scope} meridian.tenant = '${tenantId}'`;
}

/**
 * SQL that makes a connection, or a transaction, work as `meridian_app`, which owns nothing and cannot bypass row security. Where that role cannot be
 * created, row security applies to the owner of the tables too (FORCE). A user that bypasses row security even so is refused.
 */
const setupSql = (scope: "session" | "local") => `set ${scope} time zone 'UTC'; do $$ begin
  begin
    set ${scope} role meridian_app;
  exception when undefined_object or invalid_parameter_value or insufficient_privilege then null;
  end;
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    raise exception 'DATABASE_URL names a user whom row security does not bind. Use an ordinary user, or make one role: create role meridian_app nologin' using errcode = '${unfitUserCode}';
  end if;
end $$`;

/** How connections are set up, and how transactions begin. */
export type SessionSetup = {
  /** Runs on every new connection. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
  /** SQL that begins a transaction with rows of one tenant (`*`: all). */
  beginSql: (tenantId: string) => string;
  /** Whether settings and prepared statements of a connection last beyond a transaction. */
  isLasting: boolean;
};

/** Connections to PostgreSQL itself, or to a pooler that leaves a session to its client: they are set up once. */
const lastingSessions: SessionSetup = {
  onConnect: async (client) => void (await client.query(setupSql("session"))),
  beginSql: (tenantId) => `begin; ${setTenantSql(tenantId, "local")}`,
  isLasting: true,
};

/**
 * Connections to a pooler in transaction mode: each transaction may be on another session of the server, so each sets itself up, and leaves nothing
 * behind. `timeout`: ms that a statement may run.
 */
const sharedSessions = (timeout: number): SessionSetup => ({
  async onConnect() {},
  beginSql: (tenantId) =>
    `begin; ${setTenantSql(tenantId, "local")}; set local statement_timeout = ${Math.ceil(timeout)}; ${setupSql("local")}`,
  isLasting: false,
});

/** The setup for the connections of the pool. `isShared`: whether a pooler in transaction mode is in between. */
export const sessionSetup = (isShared: boolean, timeout: number): SessionSetup =>
  isShared ? sharedSessions(timeout) : lastingSessions;
