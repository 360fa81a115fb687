import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { newToken, tokenHash } from "#server/process/secrets.server.ts";
import { factors } from "./factors.server.ts";

/** The methods of a second step. `enrol`: setting up an app, for accounts that require a second factor and have none. */
export const methods = [...factors, "enrol"] as const;
export type Method = (typeof methods)[number];
type Purpose = "signIn" | "enrol";

/** Attempts per ticket, and its lifetime in minutes. Setting up an app includes installing it. */
export const ticketTries = 5;
const lifeMinutes: Record<Purpose, number> = { signIn: 5, enrol: 15 };

/** The same message for every invalid ticket, whatever the reason. Setting up an app requires a session, hence another one. */
const invalidTicket: Record<Purpose, Problem> = {
  signIn: new Problem("unauthenticated", {
    zh: "验证已过期或尝试次数过多，请重新登录",
    en: "Your session expired or had too many attempts. Sign in again.",
  }),
  enrol: new Problem("conflict", {
    zh: "设置已过期或尝试次数过多，请重新开始",
    en: "Setup expired or had too many attempts. Start again.",
  }),
};
export const expired = invalidTicket.signIn;

export type Ticket = {
  id: string;
  accountId: string;
  purpose: Purpose;
  methods: Method[];
  usesOneTime: boolean;
  /** Sealed secret of the app that is being set up. */
  secret: string | null;
  tries: number;
};
type NewTicket = Pick<Ticket, "accountId" | "purpose" | "methods"> & {
  usesOneTime?: boolean;
  secret?: string;
};

/** A ticket for the next step; returns the token, which is not stored. */
export async function addTicket(
  tx: Tx,
  { accountId, purpose, methods: allowed, usesOneTime = false, secret }: NewTicket,
): Promise<string> {
  const token = newToken();
  await tx.rows(sql`insert into step_ticket (id, token_hash, account_id, purpose, methods, uses_one_time, secret, expires_at)
    values (${newId()}::uuid, ${tokenHash(token)}, ${accountId}::uuid, ${purpose}, string_to_array(${allowed.join(" ")}, ' '), ${usesOneTime},
      ${secret ?? null}, now() + make_interval(mins => ${lifeMinutes[purpose]}))`);
  return token;
}

/**
 * The valid ticket of a token, locked until the transaction ends. `owner`: its account, when somebody is signed in.
 * @throws {Problem} unauthenticated (setting up an app: conflict) when it is unknown, used, expired, tried too often or for another purpose
 */
export async function readTicket(tx: Tx, token: string, purpose: Purpose, owner?: string): Promise<Ticket> {
  const [row] =
    await tx.rows<Ticket>(sql`select id, account_id as "accountId", purpose, methods, uses_one_time as "usesOneTime", secret, tries
    from step_ticket where token_hash = ${tokenHash(token)} and purpose = ${purpose} and used_at is null and expires_at > now()
      and tries < ${ticketTries} for update`);
  if (row === undefined || (owner !== undefined && row.accountId !== owner)) throw invalidTicket[purpose];
  return row;
}

/** Counts an attempt that will be checked. */
export async function countTicketTry(tx: Tx, { id }: Ticket): Promise<void> {
  await tx.rows(sql`update step_ticket set tries = tries + 1 where id = ${id}::uuid`);
}

/** Counts an attempt before it is checked. @throws {Problem} as `readTicket` does */
export async function tryTicket(tx: Tx, token: string, purpose: Purpose, owner?: string): Promise<Ticket> {
  const ticket = await readTicket(tx, token, purpose, owner);
  await countTicketTry(tx, ticket);
  return { ...ticket, tries: ticket.tries + 1 };
}

/** Forgets tickets that have long ended. */
export const purgeTickets = (tx: Tx, limit: number) =>
  deleteRows(tx, "step_ticket", sql`created_at < now() - interval '1 day'`, limit);

/** Gives a ticket the secret that is being set up. */
export async function keepSecret(tx: Tx, { id }: Ticket, secret: string): Promise<void> {
  await tx.rows(sql`update step_ticket set secret = ${secret} where id = ${id}::uuid`);
}

/** Uses a ticket up; of many concurrent uses only one succeeds. @throws {Problem} as `readTicket` does */
export async function useTicket(tx: Tx, { id, purpose }: Ticket): Promise<void> {
  const updated = await tx.rows(
    sql`update step_ticket set used_at = now() where id = ${id}::uuid and used_at is null and expires_at > now() returning id`,
  );
  if (updated.length === 0) throw invalidTicket[purpose];
}

/** Ends the tickets of an account: a first step passed with the old password, for instance, leads nowhere. */
export async function endTickets(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(sql`update step_ticket set used_at = now() where account_id = ${accountId}::uuid and used_at is null`);
}
