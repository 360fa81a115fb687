type Island = { attach: (element: HTMLElement) => void };

const islands = import.meta.glob<Island>(["../widgets/*.island.ts", "../nodes/*.island.ts"]);

/** Distance outside the viewport at which a component's script is loaded. */
const margin = "200px";
const reaches = ["pointerover", "focusin", "touchstart"];

/** Loads the script of a component and passes it the element. A page rendered by another version may name a script that no longer exists. */
function attach(element: HTMLElement): void {
  const [, place] = element.dataset.island!.split(" ");
  islands[`../${place}.island.ts`]?.().then(
    (island) => island.attach(element),
    // The component works without it.
    () => undefined,
  );
}

/** Loads the scripts of the components that this page has, each when its component is seen or used. */
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
    const use = () => {
      for (const name of reaches) element.removeEventListener(name, use);
      attach(element);
    };
    for (const name of reaches) element.addEventListener(name, use, { passive: true });
  }
}
