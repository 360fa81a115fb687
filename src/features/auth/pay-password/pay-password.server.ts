import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { payoutHoldHours } from "#kit/account-periods.ts";
import type { CallContext } from "#kit/call.ts";
import { payPasswordRequired, payPasswordProblem } from "#kit/pay-password.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";
import { readOwnerAccount } from "#features/auth/session/owner.server.ts";
import { pausePayouts } from "./payout-account.server.ts";
import { checkCode, consumeCode } from "#features/auth/sms/sms-code.server.ts";

/** Wrong attempts that lock the payment password (T-27). The count starts again after a correct one, or after a day without attempts. */
const maxFailures = 5;

const texts = {
  notSet: { zh: "请先设置支付密码", en: "Set a payment password first" },
  locked: {
    zh: "支付密码已锁定，请用短信验证码重新设置",
    en: "Your payment password is locked. Set a new one with an SMS code.",
  },
  wrong: { zh: "支付密码不正确，还可以再试 {n} 次", en: "Incorrect payment password. Attempts left: {n}." },
  changed: {
    zh: "【经纬】您的支付密码已修改，{n} 小时内暂停提现。如非本人操作，请立即联系我们。",
    en: "Meridian: your payment password was changed. Payouts are paused for {n} {n|hour|hours}. If this was not you, contact us immediately.",
  },
};

/** The state of a person's payment password. "locked": after too many wrong attempts. */
export async function readPayPasswordState(tx: Tx, accountId: string): Promise<"unset" | "locked" | "set"> {
  const [row] = await tx.rows<{ isLocked: boolean }>(
    sql`select failures >= ${maxFailures} as "isLocked" from pay_password where account_id = ${accountId}::uuid`,
  );
  if (row === undefined) return "unset";
  return row.isLocked ? "locked" : "set";
}

/** Stores and unlocks a payment password, and revokes tickets that the previous one confirmed. Callers must have verified the owner's identity. */
async function setPayPassword(tx: Tx, accountId: string, hash: string): Promise<void> {
  await tx.rows(sql`insert into pay_password (account_id, hash) values (${accountId}::uuid, ${hash})
    on conflict (account_id) do update set hash = excluded.hash, failures = 0, failed_at = null, set_at = now()`);
  await tx.rows(sql`delete from pay_ticket where account_id = ${accountId}::uuid`);
}

/** Sets or replaces the payment password, confirmed by an SMS code. @throws {Problem} invalid for a wrong code or a password against the rules */
export async function changePayPassword(
  context: CallContext<UserPrincipal>,
  { payPassword, verifyCode }: { payPassword: string; verifyCode: string },
): Promise<void> {
  const { services, principal } = context;
  const owner = await readOwnerAccount(context);
  const problem = payPasswordProblem(payPassword, owner.mobile);
  if (problem !== undefined) throw new Problem("invalid", problem, { fields: { payPassword: problem } });
  const codeId = await checkCode(services, owner.mobile, "payPassword", verifyCode);
  const hash = await services.passwords.hash(payPassword);
  await services.database.system(async (tx) => {
    await consumeCode(tx, codeId);
    await setPayPassword(tx, principal.accountId, hash);
    await pausePayouts(tx, principal);
    await notifyOwner(tx, context, {
      to: owner.mobile,
      key: "payPasswordChanged",
      text: formatText(texts.changed, { n: payoutHoldHours }),
    });
  });
}

/**
 * Checks the caller's payment password. Counts the attempt before checking it, so that of fifty concurrent attempts only five are checked (T-27).
 * @throws {Problem} invalid for a wrong password, conflict when none is set, forbidden when it is locked
 */
export async function checkPayPassword(
  { services, principal }: CallContext<UserPrincipal>,
  payPassword: string,
): Promise<void> {
  const { database, passwords } = services;
  const { accountId } = principal;
  if (payPassword === "")
    throw new Problem("invalid", payPasswordRequired, { fields: { payPassword: payPasswordRequired } });
  const [attempt] = await database.system((tx) =>
    tx.rows<{ hash: string; failures: number }>(sql`update pay_password set failed_at = now(),
      failures = case when failed_at < now() - interval '1 day' and failures < ${maxFailures} then 1 else failures + 1 end
      where account_id = ${accountId}::uuid and failures < ${maxFailures} returning hash, failures`),
  );
  if (attempt === undefined) {
    const state = await database.system((tx) => readPayPasswordState(tx, accountId));
    throw state === "unset" ? new Problem("conflict", texts.notSet) : new Problem("forbidden", texts.locked);
  }
  if (await passwords.verify(payPassword, attempt.hash)) {
    await database.system((tx) =>
      tx.rows(
        sql`update pay_password set failures = 0, failed_at = null where account_id = ${accountId}::uuid and hash = ${attempt.hash}`,
      ),
    );
    return;
  }
  const remaining = maxFailures - attempt.failures;
  if (remaining <= 0) throw new Problem("forbidden", texts.locked);
  const incorrectText = formatText(texts.wrong, { n: remaining });
  throw new Problem("invalid", incorrectText, { fields: { payPassword: incorrectText } });
}
