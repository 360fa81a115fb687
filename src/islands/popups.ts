/** ms after which a popup closes when the pointer has left it: the way from button to panel is not always straight. */
const closeDelay = 220;
/** ms after a popup opened on hover during which a click does not close it again. */
const clickGuard = 350;

const selector = "details[data-popup]";

function openPopups(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(`${selector}[open]`)];
}

function close(popup: HTMLDetailsElement, takesFocus = false): void {
  popup.open = false;
  if (takesFocus) popup.querySelector("summary")?.focus();
}

/** Opens on hover for a mouse; touch and keyboard use the built-in behaviour of `<details>`. */
function openOnHover(popup: HTMLDetailsElement): void {
  let closeTimer: ReturnType<typeof setTimeout> | undefined;
  let openedAt = Number.NEGATIVE_INFINITY;
  popup.addEventListener("pointerenter", (event) => {
    clearTimeout(closeTimer);
    if (event.pointerType !== "mouse" || popup.open) return;
    for (const other of openPopups()) close(other);
    popup.open = true;
    openedAt = event.timeStamp;
  });
  popup.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") closeTimer = setTimeout(() => close(popup), closeDelay);
  });
  popup.querySelector("summary")?.addEventListener("click", (event) => {
    if (popup.open && event.timeStamp - openedAt < clickGuard) event.preventDefault();
  });
}

/** While the drawer covers the page, only the bar and the drawer can be reached. */
function coverPage(drawer: HTMLDetailsElement): void {
  drawer.addEventListener("toggle", () => {
    for (const part of document.querySelectorAll<HTMLElement>("main, .site-foot")) part.inert = drawer.open;
  });
  // A wider window has no drawer; the page must not stay covered.
  matchMedia("(width >= 1024px)").addEventListener("change", () => close(drawer));
}

/** Popups of the top bar: one at a time, closed by Escape, by a press outside and when the focus leaves. */
export function handlePopups(): void {
  for (const popup of document.querySelectorAll<HTMLDetailsElement>(selector)) {
    if (popup.dataset.popup === "hover") openOnHover(popup);
    else coverPage(popup);
    popup.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (next instanceof Node && !popup.contains(next)) close(popup);
    });
    // Browsers without `<details name>` would leave two open.
    popup.addEventListener("toggle", () => {
      if (popup.open) for (const other of openPopups()) if (other !== popup) close(other);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const popup of openPopups()) close(popup, true);
  });
  document.addEventListener("pointerdown", (event) => {
    for (const popup of openPopups()) if (!popup.contains(event.target as Node)) close(popup);
  });
}
