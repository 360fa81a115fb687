/** Distance between a control and its popup, and between the popup and the window's edge, px. */
const gap = 4;

function place(panel: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const height = panel.offsetHeight;
  const isAbove = bottom + gap + height > window.innerHeight && top > window.innerHeight - bottom;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - panel.offsetWidth - gap))}px`;
  panel.style.top = `${Math.max(gap, isAbove ? top - gap - height : bottom + gap)}px`;
}

/** Keeps a popup below its control while the page scrolls, or above it if there is too little space below. Returns a function that stops this. */
export function placeBelow(panel: HTMLElement, anchor: HTMLElement): () => void {
  const reposition = () => place(panel, anchor);
  reposition();
  const onScroll = (event: Event) => event.target !== panel && reposition();
  window.addEventListener("resize", reposition);
  document.addEventListener("scroll", onScroll, true);
  return () => {
    window.removeEventListener("resize", reposition);
    document.removeEventListener("scroll", onScroll, true);
  };
}
