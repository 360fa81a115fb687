import { normalizeMobile } from "#kit/mobile.ts";
import { call } from "#client/call.ts";
import { randomId } from "#ui/random-id.ts";
import type { SignInValues, SignInMode } from "./sign-in-check.ts";

/** Idempotency key of this page load. */
const page = randomId();

/** Name of the local entry that keeps the account name, never the password. */
const nameKey = "account_name";

export function rememberedAccount(): string {
  try {
    return localStorage.getItem(nameKey) ?? "";
  } catch {
    return "";
  }
}

function rememberAccount(name: string): void {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // Storage may be unavailable; then the name has to be typed again.
  }
}

/** Makes the call of a sign-in mode. @throws {CallProblem} */
export async function submit(mode: SignInMode, { account, password, mobile, verifyCode }: SignInValues): Promise<void> {
  const number = normalizeMobile(mobile);
  if (mode === "password") {
    await call("POST Api/Member/Login", { username: account.trim(), password });
    return rememberAccount(account.trim());
  }
  if (mode === "code") await call("POST Api/Member/LoginByMobile", { username: number, verifyCode });
  // The server sets name and space itself; the contract includes them (B-066). The form is only sent with the checkbox ticked.
  if (mode === "reg")
    await call(
      "POST Api/Member/Reg",
      { mobile: number, verifyCode, password, userName: number, regAdmin: true, agreed: true },
      { idempotencyKey: page },
    );
  if (mode === "findPassword") await call("POST user/findPassword", { mobile: number, verifyCode, password });
}
