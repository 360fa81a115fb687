import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { closingDays, payoutHoldHours } from "#kit/account-periods.ts";
import type { CallContext } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import member from "#entities/member.ts";
import { updateRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { endAllAccess } from "#features/auth/session/open-session.server.ts";
import { type OwnershipProof, verifyOwner, readOwnerAccount } from "#features/auth/session/owner.server.ts";
import { requireValidPassword } from "#features/auth/session/password-rule.server.ts";
import { checkCode, consumeCode } from "#features/auth/sms/sms-code.server.ts";
import { passwordChangedText, notifyOwner } from "#server/sms/notify-owner.server.ts";
import { pausePayouts } from "#features/auth/pay-password/payout-account.server.ts";

const texts = {
  mobileTaken: { zh: "该手机号已被使用", en: "This number is already in use" },
  sameMobile: { zh: "新手机号与原手机号相同", en: "The new number is the same as the current one" },
  mobileChanged: {
    zh: "【经纬】您的登录手机号已改为 {mobile}，{n} 小时内暂停提现。如非本人操作，请立即联系我们。",
    en: "Meridian: your sign-in number was changed to {mobile}. Payouts are paused for {n} {n|hour|hours}. If this was not you, contact us immediately.",
  },
  accountCancelled: {
    zh: "【经纬】您的账号将于 {n} 天后注销。如需保留，请在此之前登录，并在账号设置中撤销注销。",
    en: "Meridian: your account will close in {n} {n|day|days}. To keep it, sign in before then and undo this in account settings.",
  },
} satisfies Record<string, Text>;

/**
 * Changes the password, confirmed by the old one or an SMS code. Ends other sessions and notifies the owner by SMS.
 * @throws {Problem} invalid for a wrong proof or a password against the rules, tooManyRequests
 */
export async function changePassword(
  context: CallContext<UserPrincipal>,
  { password, ...proof }: OwnershipProof & { password: string },
): Promise<void> {
  const { services, principal } = context;
  const owner = await readOwnerAccount(context);
  requireValidPassword({ password, owner, memberMax: services.env.PASSWORD_MAX });
  const codeId = await verifyOwner(context, owner, proof, "changePassword");
  const hash = await services.passwords.hash(password);
  await services.database.system(async (tx) => {
    if (codeId !== undefined) await consumeCode(tx, codeId);
    await tx.rows(
      sql`update account set password_hash = ${hash}, password_is_one_time = false where id = ${principal.accountId}::uuid`,
    );
    await endAllAccess(tx, services, principal.accountId, {
      sessionId: principal.sessionId,
      deviceToken: context.deviceToken,
    });
    await notifyOwner(tx, context, { to: owner.mobile, key: "passwordChanged", text: passwordChangedText });
  });
}

/** Updates the number in the person's member rows of all spaces through normal saves, which also update the search index. */
async function updateMemberMobiles(
  tx: Tx,
  { services, principal: { accountId } }: CallContext<UserPrincipal>,
  previousMobile: string,
  mobile: string,
): Promise<void> {
  const rows = await tx.rows<{ id: string; tenantId: string; version: number; userName: string }>(
    sql`select id, tenant_id as "tenantId", version, user_name as "userName" from member where account_id = ${accountId}::uuid and deleted_at is null`,
  );
  for (const { id, tenantId, version, userName } of rows) {
    const values = { mobile, userName: userName === previousMobile ? mobile : userName };
    await updateRow(tx, asProgram(services, tenantId, { tenantId, memberId: id }), member, { id, version, values });
  }
}

/**
 * Changes the account's number, proved by codes sent to both numbers. Notifies the old number, and returns the new one masked.
 * @throws {Problem} invalid for a wrong code or number, conflict if another account has the number
 */
export async function changeMobile(
  context: CallContext<UserPrincipal>,
  input: { mobile: string; oldCode: string; newCode: string },
): Promise<string> {
  const { services, principal } = context;
  const owner = await readOwnerAccount(context);
  const mobile = requireMobile(input.mobile);
  if (mobile === owner.mobile) throw new Problem("invalid", texts.sameMobile, { fields: { mobile: texts.sameMobile } });
  const oldCodeId = await checkCode(services, owner.mobile, "oldMobile", input.oldCode, "oldCode");
  const newCodeId = await checkCode(services, mobile, "newMobile", input.newCode, "newCode");
  await services.database.system(async (tx) => {
    await consumeCode(tx, oldCodeId);
    await consumeCode(tx, newCodeId);
    const duplicates = await tx.rows(
      sql`select 1 from account where (mobile = ${mobile} or user_name = ${mobile}) and id <> ${principal.accountId}::uuid`,
    );
    if (duplicates.length > 0)
      throw new Problem("conflict", texts.mobileTaken, { fields: { mobile: texts.mobileTaken } });
    // A username that is the old number becomes the new number.
    await tx.rows(sql`update account set mobile = ${mobile}, user_name = case when user_name = mobile then ${mobile} else user_name end
      where id = ${principal.accountId}::uuid`);
    await updateMemberMobiles(tx, context, owner.mobile, mobile);
    await pausePayouts(tx, principal);
    await endAllAccess(tx, services, principal.accountId, {
      sessionId: principal.sessionId,
      deviceToken: context.deviceToken,
    });
    const values = { mobile: maskMobile(mobile) };
    await notifyOwner(tx, context, {
      to: owner.mobile,
      key: "mobileChanged",
      text: formatText(texts.mobileChanged, { ...values, n: payoutHoldHours }),
      values,
    });
  });
  return maskMobile(mobile);
}

/** Schedules the account to close after `closingDays` and ends all its sessions at once. @throws {Problem} invalid for a wrong SMS code */
export async function scheduleAccountClosure(context: CallContext<UserPrincipal>, verifyCode: string): Promise<void> {
  const { services, principal } = context;
  const owner = await readOwnerAccount(context);
  const codeId = await checkCode(services, owner.mobile, "cancel", verifyCode);
  await services.database.system(async (tx) => {
    await consumeCode(tx, codeId);
    await tx.rows(
      sql`update account set cancel_at = now() + make_interval(days => ${closingDays}) where id = ${principal.accountId}::uuid`,
    );
    await endAllAccess(tx, services, principal.accountId);
    await notifyOwner(tx, context, {
      to: owner.mobile,
      key: "accountCancelled",
      text: formatText(texts.accountCancelled, { n: closingDays }),
    });
  });
}

/** Cancels the scheduled closing of the account. */
export async function cancelAccountClosure({ services, principal }: CallContext<UserPrincipal>): Promise<void> {
  await services.database.system((tx) =>
    tx.rows(sql`update account set cancel_at = null where id = ${principal.accountId}::uuid`),
  );
}
