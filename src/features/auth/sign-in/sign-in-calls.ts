import { normalizeMobile } from "#kit/mobile.ts";
import { call } from "#client/call.ts";
import { randomId } from "#ui/random-id.ts";
import type { SignInValues, SignInMode } from "./sign-in-check.ts";

/** Idempotency key of registration. The same for a whole page load, so that a repeated submit registers once. */
const registrationKey = randomId();

/** Key of the account name in local storage. The password is never stored. */
const accountNameKey = "account_name";

/** The account name of the last sign-in in this browser; "" if there is none. */
export function readAccountName(): string {
  try {
    return localStorage.getItem(accountNameKey) ?? "";
  } catch {
    return "";
  }
}

function storeAccountName(name: string): void {
  try {
    localStorage.setItem(accountNameKey, name);
  } catch {
    // Storage may be unavailable; then the name has to be typed again.
  }
}

/** Makes the call of a sign-in mode. @throws {CallProblem} */
export async function submitSignIn(
  mode: SignInMode,
  { account, password, mobile, verifyCode }: SignInValues,
): Promise<void> {
  const number = normalizeMobile(mobile);
  if (mode === "password") {
    await call("POST Api/Member/Login", { username: account.trim(), password });
    return storeAccountName(account.trim());
  }
  if (mode === "code") await call("POST Api/Member/LoginByMobile", { username: number, verifyCode });
  // The server ignores `userName` and `regAdmin`; the contract contains them (B-066). `agreed`: the form requires the checkbox.
  if (mode === "reg")
    await call(
      "POST Api/Member/Reg",
      { mobile: number, verifyCode, password, userName: number, regAdmin: true, agreed: true },
      { idempotencyKey: registrationKey },
    );
  if (mode === "resetPassword") await call("POST user/findPassword", { mobile: number, verifyCode, password });
}
