import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Method } from "#features/auth/form/second-step-texts.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { newToken, tokenHash } from "#server/process/secrets.server.ts";
import { factors } from "./factors.server.ts";

export const secondStepMethods = [...factors, "enrol"] as const satisfies Method[];
/** `signIn`: the second step of a sign-in; `enrol`: setting up an app in the account settings. */
type Purpose = "signIn" | "enrol";

/** Maximum attempts per ticket. */
export const maxTicketTries = 5;
/** Setting up an app takes longer, because people may have to install it. */
const lifetimeMinutes: Record<Purpose, number> = { signIn: 5, enrol: 15 };

/** The problem of an invalid ticket, the same for every reason. People who set up an app in their settings are signed in and stay so. */
const invalidTicketProblems: Record<Purpose, Problem> = {
  signIn: new Problem("unauthenticated", {
    zh: "验证已过期或尝试次数过多，请重新登录",
    en: "Verification expired or had too many attempts. Sign in again.",
  }),
  enrol: new Problem("conflict", {
    zh: "设置已过期或尝试次数过多，请重新开始",
    en: "Setup expired or had too many attempts. Start again.",
  }),
};
/** The problem of an invalid ticket of a sign-in. */
export const expiredTicketProblem = invalidTicketProblems.signIn;

/** A pending second step of a sign-in, or a pending set-up of an app in the account settings. */
export type Ticket = {
  id: string;
  accountId: string;
  purpose: Purpose;
  methods: Method[];
  /** Whether the first step used a one-time password. */
  usesOneTime: boolean;
  /** The sealed secret of the app that is being set up; null if there is none. */
  secret: string | null;
  /** The link to the identity provider that was the first step; null for a password or SMS code. */
  identityId: string | null;
  tries: number;
};
type NewTicket = Pick<Ticket, "accountId" | "purpose" | "methods"> & {
  usesOneTime?: boolean;
  secret?: string;
  identityId?: string | undefined;
};

/** Adds a ticket. Returns its token, of which only a hash is stored. */
export async function addTicket(
  tx: Tx,
  { accountId, purpose, methods, usesOneTime = false, secret, identityId }: NewTicket,
): Promise<string> {
  const token = newToken();
  await tx.rows(sql`insert into step_ticket (id, token_hash, account_id, purpose, methods, uses_one_time, secret, identity_id, expires_at)
    values (${newId()}::uuid, ${tokenHash(token)}, ${accountId}::uuid, ${purpose}, string_to_array(${methods.join(" ")}, ' '), ${usesOneTime},
      ${secret ?? null}, ${identityId ?? null}::uuid, now() + make_interval(mins => ${lifetimeMinutes[purpose]}))`);
  return token;
}

/**
 * The valid ticket of a token, locked until the transaction ends. `ownerId`: the account that it must belong to.
 * @throws {Problem} unauthenticated (for `enrol`: conflict) when it is unknown, used, expired, tried too often or for another purpose
 */
export async function readTicket(tx: Tx, token: string, purpose: Purpose, ownerId?: string): Promise<Ticket> {
  const [row] =
    await tx.rows<Ticket>(sql`select id, account_id as "accountId", purpose, methods, uses_one_time as "usesOneTime", secret, identity_id as "identityId", tries
    from step_ticket where token_hash = ${tokenHash(token)} and purpose = ${purpose} and used_at is null and expires_at > now()
      and tries < ${maxTicketTries} for update`);
  if (row === undefined || (ownerId !== undefined && row.accountId !== ownerId)) throw invalidTicketProblems[purpose];
  return row;
}

/** Counts an attempt with a ticket. */
export async function countTicketAttempt(tx: Tx, { id }: Ticket): Promise<void> {
  await tx.rows(sql`update step_ticket set tries = tries + 1 where id = ${id}::uuid`);
}

/** Reads a ticket and counts an attempt with it. @throws {Problem} as `readTicket` does */
export async function readTicketForAttempt(tx: Tx, token: string, purpose: Purpose, ownerId?: string): Promise<Ticket> {
  const ticket = await readTicket(tx, token, purpose, ownerId);
  await countTicketAttempt(tx, ticket);
  return { ...ticket, tries: ticket.tries + 1 };
}

/** Deletes tickets a day after they were created. */
export const purgeTickets = (tx: Tx, limit: number) =>
  deleteRows(tx, "step_ticket", sql`created_at < now() - interval '1 day'`, limit);

/** Stores the sealed secret of the app that is being set up with a ticket. */
export async function storeTicketSecret(tx: Tx, { id }: Ticket, secret: string): Promise<void> {
  await tx.rows(sql`update step_ticket set secret = ${secret} where id = ${id}::uuid`);
}

/** Uses up a ticket; of concurrent uses only one succeeds. @throws {Problem} as `readTicket` does */
export async function consumeTicket(tx: Tx, { id, purpose }: Ticket): Promise<void> {
  const updated = await tx.rows(
    sql`update step_ticket set used_at = now() where id = ${id}::uuid and used_at is null and expires_at > now() returning id`,
  );
  if (updated.length === 0) throw invalidTicketProblems[purpose];
}

/** Ends the tickets of an account, for instance those of sign-ins with the previous password. */
export async function endTickets(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(sql`update step_ticket set used_at = now() where account_id = ${accountId}::uuid and used_at is null`);
}
