import { sql } from "drizzle-orm";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { type Account, consumeOneTimePassword } from "./account.server.ts";
import { countRecoveryCodes, consumeRecoveryCode } from "./recovery-codes.server.ts";
import { checkCode, type CodePurpose, consumeCode } from "#features/auth/sms/sms-code.server.ts";
import { counterOf, readTotp, consumeCounter } from "./totp.server.ts";

/** The factors with which an owner can prove their identity. */
export const factors = ["totp", "sms", "password", "recovery"] as const;
export type Factor = (typeof factors)[number];

/** The factors of an account with an authenticator app: the app, and recovery codes if any are left. Empty without an app. */
export async function factorsWithApp(tx: Tx, accountId: string): Promise<Factor[]> {
  if ((await readTotp(tx, accountId)) === undefined) return [];
  return (await countRecoveryCodes(tx, accountId)) > 0 ? ["totp", "recovery"] : ["totp"];
}

/** Uses up a correct secret in the caller's transaction. False if it was used or changed since it was checked. */
export type ConsumeFactor = (tx: Tx) => Promise<boolean>;
/** `code`: what the person typed, also for a password or recovery code; `purpose`: for SMS codes, the purpose for which the code was sent. */
type FactorInput = { account: Account; code: string; purpose: CodePurpose };
/** Checks a secret, and returns the function that uses it up; undefined if it is wrong. */
export type FactorCheck<S> = (context: CallContext, input: S) => Promise<ConsumeFactor | undefined>;

/** The check of each factor. Callers count attempts; SMS codes have a count of their own as well. */
export const factorChecks: Record<Factor, FactorCheck<FactorInput>> = {
  async sms({ services }, { account, code, purpose }) {
    try {
      const id = await checkCode(services, account.mobile, purpose, code, "code");
      return async (tx) => {
        await consumeCode(tx, id);
        return true;
      };
    } catch (error) {
      if (error instanceof Problem && error.code === "invalid") return undefined;
      throw error;
    }
  },
  async totp({ services }, { account, code }) {
    const totp = await services.database.system((tx) => readTotp(tx, account.id));
    const counter = totp === undefined ? undefined : counterOf(services, account.id, totp.secret, code);
    return counter === undefined ? undefined : (tx) => consumeCounter(tx, account.id, totp!.secret, counter);
  },
  async password({ services }, { account, code }) {
    if (!(await services.passwords.verify(code, account.passwordHash))) return undefined;
    return async (tx) => {
      if (account.passwordIsOneTime) return consumeOneTimePassword(tx, account.id);
      const unchangedPassword = sql`select 1 from account where id = ${account.id}::uuid and password_hash = ${account.passwordHash}`;
      return (await tx.rows(unchangedPassword)).length > 0;
    };
  },
  // Recovery codes are checked when they are used up, because both are one statement.
  recovery:
    async ({ services, ip }, { account, code }) =>
    async (tx) => {
      if (!(await consumeRecoveryCode(tx, services, account.id, code))) return false;
      await recordEvent(tx, services, { kind: "recoveryCodeUsed", accountId: account.id, source: sourceOf(ip) });
      return true;
    },
};

const texts = {
  wrong: {
    zh: "验证码不正确或已使用，请使用新的验证码",
    en: "This code is incorrect or already used. Enter a new one.",
  },
  wrongPassword: { zh: "密码不正确", en: "Incorrect password" },
};

/** The problem of a wrong secret; its field is always `code`. */
export function wrongSecretProblem(method: Factor | "enrol"): Problem {
  const text = method === "password" ? texts.wrongPassword : texts.wrong;
  return new Problem("invalid", text, { fields: { code: text } });
}

/** @throws {Problem} invalid for a method that is not available */
export function requireMethod<M extends string>(allowed: readonly M[], method: M): void {
  if (allowed.includes(method)) return;
  throw new Problem("invalid", { zh: "不支持这种验证方式", en: "This verification method is not available" });
}
