import { t } from "#ui/page-locale.ts";

const copied = { zh: "已复制到粘贴板", en: "Copied" };
/** How long a button shows that the address was copied, in ms. */
const feedbackDuration = 2000;

/** Shows the buttons that copy an address, where the browser has a clipboard. */
export function attach(element: HTMLElement): void {
  if (!("clipboard" in navigator)) return;
  for (const button of element.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(new URL(button.dataset.copy!, location.href).href);
      button.textContent = t(copied);
      setTimeout(() => (button.textContent = label), feedbackDuration);
    });
  }
}
