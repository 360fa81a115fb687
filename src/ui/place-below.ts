/** px between a control and its popup, and between the popup and the window's edge. */
const gap = 4;

function place(panel: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const height = panel.offsetHeight;
  const isAbove = bottom + gap + height > window.innerHeight && top > window.innerHeight - bottom;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - panel.offsetWidth - gap))}px`;
  panel.style.top = `${Math.max(gap, isAbove ? top - gap - height : bottom + gap)}px`;
}

/** Keeps a popup below its control, or above it if there is more room, while the page scrolls. Returns a function that stops it. */
export function placeBelow(panel: HTMLElement, anchor: HTMLElement): () => void {
  const follow = () => place(panel, anchor);
  follow();
  const onScroll = (event: Event) => event.target !== panel && follow();
  window.addEventListener("resize", follow);
  document.addEventListener("scroll", onScroll, true);
  return () => {
    window.removeEventListener("resize", follow);
    document.removeEventListener("scroll", onScroll, true);
  };
}
