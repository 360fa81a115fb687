type Island = { attach: (element: HTMLElement) => void };

const islandModules = import.meta.glob<Island>([
  "../widgets/*.island.ts",
  "../nodes/*.island.ts",
  "../render/page/parts/*.island.ts",
]);

/** The script of a component is loaded when the component is this close to the viewport. */
const margin = "200px";
const firstUseEvents = ["pointerover", "focusin", "touchstart"];

/** Loads the script of a component and passes it the element. A page from another version may name a script that does not exist. */
function attach(element: HTMLElement): void {
  const [, modulePath] = element.dataset.island!.split(" ");
  islandModules[`../${modulePath}.island.ts`]?.().then(
    (island) => island.attach(element),
    // The component works without it.
    () => undefined,
  );
}

/** Loads the script of each component on the page: with `data-island="seen <path>"` near the viewport, otherwise on first use. */
export function attachIslands(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        attach(target as HTMLElement);
      }
    },
    { rootMargin: margin },
  );
  for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
    if (element.dataset.island!.startsWith("seen ")) {
      observer.observe(element);
      continue;
    }
    const attachOnFirstUse = () => {
      for (const name of firstUseEvents) element.removeEventListener(name, attachOnFirstUse);
      attach(element);
    };
    for (const name of firstUseEvents) element.addEventListener(name, attachOnFirstUse, { passive: true });
  }
}
