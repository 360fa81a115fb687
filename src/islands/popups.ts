/** ms after which a popup closes when the pointer has left it: the pointer may leave it briefly on the way from the button to the panel. */
const closeDelay = 220;
/** ms after a popup opened on hover during which a click does not close it again. */
const clickGuard = 350;

const popupSelector = "details[data-popup]";

function openPopups(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(`${popupSelector}[open]`)];
}

function close(popup: HTMLDetailsElement, returnsFocus = false): void {
  popup.open = false;
  if (returnsFocus) popup.querySelector("summary")?.focus();
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

/** Makes the content of the page inert while the drawer covers it. */
function coverPage(drawer: HTMLDetailsElement): void {
  drawer.addEventListener("toggle", () => {
    for (const coveredElement of document.querySelectorAll<HTMLElement>("main, .site-foot"))
      coveredElement.inert = drawer.open;
  });
  // A wider window has no drawer; the page must not stay covered.
  matchMedia("(width >= 1024px)").addEventListener("change", () => close(drawer));
}

/** Popups of the top bar: one at a time, closed by Escape, by a press outside and when the focus leaves. */
export function handlePopups(): void {
  for (const popup of document.querySelectorAll<HTMLDetailsElement>(popupSelector)) {
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
