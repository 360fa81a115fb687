import { errorMessage } from "#kit/error-message.ts";
import { call, CallProblem } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { pageLocale } from "#ui/page-locale.ts";
import { dropReturnAddress } from "#client/return-address.ts";
import { deleteFormDrafts } from "#render/form/form-drafts.ts";
import { dropAnswers } from "./session.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "退出登录", en: "Sign out" },
  text: { zh: "确定要退出登录吗？", en: "Sign out of Meridian?" },
  cancel: { zh: "取消", en: "Cancel" },
  done: { zh: "已退出登录", en: "Signed out" },
};
/** Milliseconds between the success message and the redirect to the home page (B-173). */
const redirectDelay = 500;

/** Asks for confirmation, ends the session on the server, shows a success message and opens the home page. */
export async function signOut(): Promise<void> {
  const locale = pageLocale();
  const isConfirmed = await ask({
    title: texts.title[locale],
    text: texts.text[locale],
    yes: texts.title[locale],
    no: texts.cancel[locale],
  });
  if (!isConfirmed) return;
  try {
    await call("POST user/logout", {});
  } catch (error) {
    // 401: the session has already ended.
    if (!(error instanceof CallProblem) || error.status !== 401) return notify("error", errorMessage(error));
  }
  dropReturnAddress();
  deleteFormDrafts();
  void dropAnswers();
  notify("success", texts.done[locale]);
  setTimeout(() => location.assign("/index"), redirectDelay);
}
