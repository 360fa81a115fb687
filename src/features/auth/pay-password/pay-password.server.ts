import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { payPasswordRequired, payPasswordProblem } from "#kit/pay-password.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { keyedHash, newToken, tokenHash } from "#server/process/secrets.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";
import { readOwnerAccount } from "#features/auth/session/owner.server.ts";
import { holdPayees } from "./payee.server.ts";
import { checkCode, useCode } from "#features/auth/sms/sms-code.server.ts";

/** Wrong tries in a day until the password is locked (T-27), and minutes for which a confirmation is valid (T-28). */
const maxFailures = 5;
const ticketMinutes = 5;

const texts = {
  unset: { zh: "请先设置支付密码", en: "Set a payment password first" },
  locked: {
    zh: "支付密码已锁定，请用短信验证码重新设置",
    en: "Your payment password is locked. Set a new one with an SMS code.",
  },
  wrong: { zh: "支付密码不正确，还可以再试 {n} 次", en: "Incorrect payment password. Attempts left: {n}." },
  changed: {
    zh: "【经纬】您的支付密码已修改，24 小时内暂停提现。如非本人操作，请立即联系我们。",
    en: "Meridian: your payment password was changed. Payouts are paused for 24 hours. If this was not you, contact us immediately.",
  },
  unconfirmed: { zh: "请输入支付密码确认此操作", en: "Confirm with your payment password" },
};

/** The same text for the same values, in whatever order they come. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(",")}}`;
}

/** Space, form and content in one value: a confirmation given in one space is not valid in another. */
const digestOf = (pepper: Buffer, tenantId: string, { form, body }: { form: string; body: unknown }) =>
  keyedHash(pepper, "pay ticket", tenantId, form, canonical(body));

/** What a person's pay password is: not set, locked after too many wrong tries, or ready. */
export async function payPasswordState(tx: Tx, accountId: string): Promise<"unset" | "locked" | "set"> {
  const [found] = await tx.rows<{ isLocked: boolean }>(
    sql`select failures >= ${maxFailures} as "isLocked" from pay_password where account_id = ${accountId}::uuid`,
  );
  if (found === undefined) return "unset";
  return found.isLocked ? "locked" : "set";
}

/** Sets a new pay password and unlocks it. The caller checks who may. */
async function setPayPassword(tx: Tx, accountId: string, hash: string): Promise<void> {
  await tx.rows(sql`insert into pay_password (account_id, hash) values (${accountId}::uuid, ${hash})
    on conflict (account_id) do update set hash = excluded.hash, failures = 0, failed_at = null, set_at = now()`);
  await tx.rows(sql`delete from pay_ticket where account_id = ${accountId}::uuid`);
}

/** Sets or replaces the pay password; the SMS code proves who asks. @throws {Problem} invalid */
export async function changePayPassword(
  context: CallContext<UserPrincipal>,
  { payPassword, verifyCode }: { payPassword: string; verifyCode: string },
): Promise<void> {
  const { services, who } = context;
  const owner = await readOwnerAccount(context);
  const problem = payPasswordProblem(payPassword, owner.mobile);
  if (problem !== undefined) throw new Problem("invalid", problem, { fields: { payPassword: problem } });
  const codeId = await checkCode(services, owner.mobile, "payPassword", verifyCode);
  const hash = await services.passwords.hash(payPassword);
  await services.database.system(async (tx) => {
    await useCode(tx, codeId);
    await setPayPassword(tx, who.accountId, hash);
    await holdPayees(tx, who);
    await notifyOwner(tx, context, { to: owner.mobile, key: "payPasswordChanged", text: texts.changed });
  });
}

/**
 * Checks a person's own pay password. A try is counted before it is checked, so that of fifty concurrent tries only five are checked (T-27).
 * @throws {Problem} invalid, conflict when none is set, forbidden when it is locked
 */
export async function checkPayPassword({ services, who }: CallContext<UserPrincipal>, digits: string): Promise<void> {
  const { database, passwords } = services;
  const { accountId } = who;
  if (digits === "")
    throw new Problem("invalid", payPasswordRequired, { fields: { payPassword: payPasswordRequired } });
  const [attempt] = await database.system((tx) =>
    tx.rows<{ hash: string; failures: number }>(sql`update pay_password set failed_at = now(),
      failures = case when failed_at < now() - interval '1 day' and failures < ${maxFailures} then 1 else failures + 1 end
      where account_id = ${accountId}::uuid and failures < ${maxFailures} returning hash, failures`),
  );
  if (attempt === undefined) {
    const state = await database.system((tx) => payPasswordState(tx, accountId));
    throw state === "unset" ? new Problem("conflict", texts.unset) : new Problem("forbidden", texts.locked);
  }
  if (await passwords.verify(digits, attempt.hash)) {
    await database.system((tx) =>
      tx.rows(
        sql`update pay_password set failures = 0, failed_at = null where account_id = ${accountId}::uuid and hash = ${attempt.hash}`,
      ),
    );
    return;
  }
  const left = maxFailures - attempt.failures;
  if (left <= 0) throw new Problem("forbidden", texts.locked);
  const incorrectText = formatText(texts.wrong, { n: left });
  throw new Problem("invalid", incorrectText, { fields: { payPassword: incorrectText } });
}

/** A confirmation of one save: the token that has to come with it. Call it after `checkPayPassword`. */
export async function makePayTicket(
  { services, who }: CallContext<UserPrincipal>,
  { form, body }: { form: string; body: unknown },
): Promise<string> {
  const { database, pepper } = services;
  const { accountId, sessionId, tenantId } = who;
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
 * @throws {Problem} forbidden without one, and for one of another person, session, space, form or content, a used or an expired one (T-28)
 */
export async function usePayTicket(
  tx: Tx,
  pepper: Buffer,
  { accountId, sessionId, tenantId }: UserPrincipal,
  { form, body, token }: { form: string; body: unknown; token: string | undefined },
): Promise<void> {
  const updated = await tx.rows(sql`update pay_ticket set used_at = now()
    where token_hash = ${tokenHash(token ?? "")} and account_id = ${accountId}::uuid and session_id = ${sessionId}::uuid and form = ${form}
      and digest = ${digestOf(pepper, tenantId, { form, body })} and used_at is null and expires_at > now() returning id`);
  if (updated.length === 0) throw new Problem("forbidden", texts.unconfirmed);
}
