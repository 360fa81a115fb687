/** The key under which a browser keeps the addresses of the pop-up images that its visitor has seen. */
const seenKey = "seen_pop_images";
/** More addresses are not kept: the oldest is forgotten first. */
const maxSeen = 50;

function readSeen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(seenKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers an image as seen; false when it has been seen before, or when the browser keeps nothing: it would come back on every page. */
function markAsSeen(image: string): boolean {
  const seen = readSeen();
  if (seen.includes(image)) return false;
  try {
    localStorage.setItem(seenKey, JSON.stringify([...seen, image].slice(-maxSeen)));
    return true;
  } catch {
    return false;
  }
}

function openOnce(element: HTMLElement): void {
  const dialog = element.querySelector("dialog");
  if (dialog === null || !markAsSeen(element.dataset.image ?? "")) return;
  dialog.showModal();
  dialog.addEventListener("click", ({ target }) => {
    // A click on the backdrop has the dialog as its target.
    if (target === dialog || (target instanceof Element && target.closest("button") !== null)) dialog.close();
  });
}

/** Opens the pop-up image of a page if the visitor has not seen it. A page that is only prerendered waits until it is shown. */
export function attach(element: HTMLElement): void {
  if ((document as Document & { prerendering?: boolean }).prerendering === true)
    document.addEventListener("prerenderingchange", () => openOnce(element), { once: true });
  else openOnce(element);
}
