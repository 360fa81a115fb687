import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { accountAttemptKey, beginAttempt, removeAttempt, failAttempt } from "#server/identity/attempts.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { checkCode, type CodePurpose, sendCode } from "#features/auth/sms/sms-code.server.ts";

const wrongPassword = { zh: "原密码不正确", en: "Incorrect current password" };

type OwnerAccount = { id: string; mobile: string; passwordHash: string | null; isSuperAdmin: boolean };

/** The caller's account, read from the database. */
export async function readOwnerAccount({ services, principal }: CallContext<UserPrincipal>): Promise<OwnerAccount> {
  const [row] = await services.database.system((tx) =>
    tx.rows<OwnerAccount>(
      sql`select id, mobile, password_hash as "passwordHash", is_super_admin as "isSuperAdmin" from account where id = ${principal.accountId}::uuid`,
    ),
  );
  return row!;
}

/** Sends a code to the caller's own number. @throws {Problem} as `sendCode` does */
export async function sendOwnerCode(
  context: CallContext<UserPrincipal>,
  request: { purpose: CodePurpose; proof?: string | undefined },
) {
  const { mobile } = await readOwnerAccount(context);
  return sendCode(context, { mobile, ...request });
}

/** Proof that a request is from the account's owner: the current password or an SMS code. */
export type OwnershipProof = { oldPassword?: string | undefined; verifyCode?: string | undefined };

/** Checks a proof of ownership. Returns the id of an SMS code, for `consumeCode`; else undefined. @throws {Problem} invalid, tooManyRequests */
export async function verifyOwner(
  { services, ip }: CallContext,
  owner: OwnerAccount,
  { oldPassword, verifyCode }: OwnershipProof,
  purpose: CodePurpose,
): Promise<string | undefined> {
  if (oldPassword === undefined || owner.passwordHash === null)
    return checkCode(services, owner.mobile, purpose, verifyCode ?? "");
  // Attempts count together with attempts to sign in.
  const { attempt } = await beginAttempt(services, sourceOf(ip), async () => ({
    attemptKey: accountAttemptKey(owner.id, "password"),
  }));
  if (await services.passwords.verify(oldPassword, owner.passwordHash)) {
    await services.database.system((tx) => removeAttempt(tx, attempt));
    return undefined;
  }
  await failAttempt(services, attempt);
  throw new Problem("invalid", wrongPassword, { fields: { oldPassword: wrongPassword } });
}
