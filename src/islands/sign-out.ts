import { call } from "#client/call.ts";
import { deleteFormDrafts } from "#render/form/form-drafts.ts";
import { t } from "#ui/page-locale.ts";

const texts = {
  question: { zh: "确定要退出登录吗？", en: "Sign out of Meridian?" },
  stayButton: { zh: "取消", en: "Cancel" },
  leaveButton: { zh: "退出登录", en: "Sign out" },
  done: { zh: "已退出登录", en: "Signed out" },
};
/** ms between the success message and the redirect to the home page (B-173). */
const redirectDelay = 500;

function buttonOf(text: string, className: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = text;
  return button;
}

/** Asks for confirmation, signs out, shows a success message, and redirects to the home page. */
export function askToSignOut(): void {
  const dialog = document.createElement("dialog");
  const text = document.createElement("p");
  const [stay, leave] = [
    buttonOf(t(texts.stayButton), "action small"),
    buttonOf(t(texts.leaveButton), "action solid small"),
  ];
  const actions = document.createElement("div");
  dialog.className = "question";
  text.id = "question";
  text.textContent = t(texts.question);
  dialog.setAttribute("aria-labelledby", text.id);
  text.setAttribute("role", "status");
  actions.className = "actions";
  actions.append(stay, leave);
  dialog.append(text, actions);

  stay.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  leave.addEventListener("click", () => {
    leave.disabled = true;
    call("POST user/logout", {}).then(
      () => {
        deleteFormDrafts();
        text.textContent = t(texts.done);
        actions.remove();
        setTimeout(() => location.assign("/index"), redirectDelay);
      },
      (error: Error) => {
        text.textContent = error.message;
        leave.disabled = false;
      },
    );
  });
  document.body.append(dialog);
  dialog.showModal();
}
