import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { keyedHash, newToken, tokenHash, type Pepper } from "#server/process/secrets.server.ts";

/** Minutes for which a confirmation is valid (T-28). */
const ticketMinutes = 5;

export const unconfirmedText: Text = { zh: "请输入支付密码确认此操作", en: "Confirm with your payment password" };

/** A save that the pay password confirms: the form, and its values exactly as they are sent. */
export type Confirmable = { form: string; body: unknown };

/** JSON with sorted keys, which is equal for equal values; properties that are undefined count as absent. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, property]) => property !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, property]) => `${JSON.stringify(key)}:${canonical(property)}`)
    .join(",")}}`;
}

/** A digest of space, form and content: a confirmation in one space is not valid in another. */
const digestOf = (pepper: Pepper, tenantId: string, { form, body }: Confirmable) =>
  keyedHash(pepper, "pay ticket", tenantId, form, canonical(body));

/** Creates the confirmation token of one save. The caller has checked the pay password. */
export async function makePayTicket(
  { database, pepper }: { database: Database; pepper: Pepper },
  { accountId, sessionId, tenantId }: UserPrincipal,
  { form, body }: Confirmable,
): Promise<string> {
  const token = newToken();
  await database.system(async (tx) => {
    await tx.rows(sql`delete from pay_ticket where expires_at < now() - interval '1 day'`);
    await tx.rows(sql`insert into pay_ticket (id, token_hash, account_id, session_id, form, digest, expires_at)
      values (${newId()}::uuid, ${tokenHash(token)}, ${accountId}::uuid, ${sessionId}::uuid, ${form}, ${digestOf(pepper, tenantId, { form, body })},
        now() + make_interval(mins => ${ticketMinutes}))`);
  });
  return token;
}

/**
 * Marks a confirmation as used in the transaction of its save; a rollback leaves it unused.
 * @throws {Problem} forbidden when the token is missing, used or expired, or belongs to another person, session, space, form or content (T-28)
 */
export async function usePayTicket(
  tx: Tx,
  pepper: Pepper,
  { accountId, sessionId, tenantId }: UserPrincipal,
  { form, body, token }: Confirmable & { token: string | undefined },
): Promise<void> {
  const updated = await tx.rows(sql`update pay_ticket set used_at = now()
    where token_hash = ${tokenHash(token ?? "")} and account_id = ${accountId}::uuid and session_id = ${sessionId}::uuid and form = ${form}
      and digest = ${digestOf(pepper, tenantId, { form, body })} and used_at is null and expires_at > now() returning id`);
  if (updated.length === 0) throw new Problem("forbidden", unconfirmedText);
}
