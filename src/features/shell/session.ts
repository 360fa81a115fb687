import { signInUrls } from "#render/page/top-menu.ts";
import { themeFilters } from "#kit/theme-type.ts";
import { CallProblem } from "#client/call.ts";
import { currentFilter } from "#client/legacy-headers.ts";
import { ask } from "#ui/confirm.tsx";
import { pageLocale } from "#ui/page-locale.ts";
import { storeReturnAddress } from "#client/return-address.ts";
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

/** The contract sends people without a session from the admin area to an address of its own (B-246); both show the same form. */
const signInUrl = () => (currentFilter() === themeFilters.admin ? "/login" : "/user/login");
/** The address to which people who decline to sign in are redirected (S-027). */
const tabBarHome = "/pages/tabbar/index";

/** Drops the answers that the browser keeps. Its code is loaded now, because most people need it once a day. */
export const dropAnswers = (): Promise<void> =>
  import("#client/answers/data-stamp.ts").then((file) => file.dropCachedAnswers()).catch(() => undefined);

let isPromptOpen = false;

/** Asks a visitor, or a person whose session has expired, to sign in. Opens one dialog even if several calls fail at the same time. */
export async function askToSignIn(): Promise<void> {
  if (isPromptOpen) return;
  isPromptOpen = true;
  const locale = pageLocale();
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
  void dropAnswers();
  const isConfirmed = await ask(question);
  if (isConfirmed) storeReturnAddress();
  // A full page load removes the data of the old session from memory.
  location.assign(isConfirmed ? signInUrl() : tabBarHome);
}

/**
 * Redirects a visitor to sign-up with the chosen plan, and back to this page afterwards. The browser history omits this page, so that Back leads to the
 * page before it.
 */
export function redirectToSignUp(planKey: string | null): void {
  storeReturnAddress();
  location.replace(signInUrls.reg + (planKey === null ? "" : `?plan=${encodeURIComponent(planKey)}`));
}

/** Asks to sign in if a call failed because there is no session, or no longer. Called for every failed call of the app. */
export function askToSignInIfUnauthenticated(error: unknown): void {
  if (error instanceof CallProblem && error.status === 401) void askToSignIn();
}
