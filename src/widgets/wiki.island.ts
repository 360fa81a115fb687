import { t } from "#ui/page-locale.ts";

const copied = { zh: "已复制到粘贴板", en: "Copied" };
/** ms for which a button says that it has copied. */
const feedbackMs = 2000;

/** Buttons that copy an address of the site: shown only where the browser supports it. */
export function attach(element: HTMLElement): void {
  if (!("clipboard" in navigator)) return;
  for (const button of element.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(new URL(button.dataset.copy!, location.href).href);
      button.textContent = t(copied);
      setTimeout(() => (button.textContent = words), feedbackMs);
    });
  }
}
