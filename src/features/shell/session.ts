import { signInUrls } from "#render/page/top-menu.ts";
import { CallProblem } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { currentLocale } from "#ui/locale.ts";
import { keepReturnAddress } from "#client/return-address.ts";
import { forgetSignedIn, mayBeSignedIn } from "#client/signed-in-hint.ts";

/** Fixed wording: the session expired (B-172), and sign-in is needed (B-247). */
const texts = {
  notice: { zh: "提示", en: "Notice" },
  expired: { zh: "登陆已过期，请重新登录", en: "Your session has expired. Please sign in again." },
  required: { zh: "未登录", en: "Not signed in" },
  signInFirst: { zh: "请先登录", en: "Please sign in first" },
  signIn: { zh: "去登录", en: "Sign in" },
  cancel: { zh: "取消", en: "Cancel" },
};

const signInUrl = "/user/login";
/** Where people who decline to sign in are sent (S-027). */
const tabBarHome = "/pages/tabbar/index";

let isPromptOpen = false;

/** Asks the person to sign in, as a visitor or after the session has expired. Asks once, however many calls fail at the same time. */
export async function askToSignIn(): Promise<void> {
  if (isPromptOpen) return;
  isPromptOpen = true;
  const locale = currentLocale();
  const hasExpired = mayBeSignedIn();
  const question = hasExpired
    ? { title: texts.notice[locale], text: texts.expired[locale], yes: texts.signIn[locale] }
    : {
        title: texts.required[locale],
        text: texts.signInFirst[locale],
        yes: texts.signIn[locale],
        no: texts.cancel[locale],
      };
  forgetSignedIn();
  const isConfirmed = await ask(question);
  if (isConfirmed) keepReturnAddress();
  // A full page load, so that no data of the old session stay in memory.
  location.assign(isConfirmed ? signInUrl : tabBarHome);
}

/** Sends a visitor to sign-up with the chosen plan, and back here afterwards. This address is removed from the history: Back leads to the page before. */
export function redirectToSignUp(planKey: string | null): void {
  keepReturnAddress();
  location.replace(signInUrls.reg + (planKey === null ? "" : `?plan=${encodeURIComponent(planKey)}`));
}

/** Called for every failed call of the app: detects the end of the session. */
export function noteProblem(error: unknown): void {
  if (error instanceof CallProblem && error.status === 401) void askToSignIn();
}
