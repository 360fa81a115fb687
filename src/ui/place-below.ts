/** px: between a control and what opens at it, and between that and the window's edge. */
const gap = 4;

function place(panel: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const height = panel.offsetHeight;
  const isAbove = bottom + gap + height > window.innerHeight && top > window.innerHeight - bottom;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - panel.offsetWidth - gap))}px`;
  panel.style.top = `${Math.max(gap, isAbove ? top - gap - height : bottom + gap)}px`;
}

/** Keeps what stands over the page below its control, or above where there is more room, however the page moves. Gives what ends that. */
export function placeBelow(panel: HTMLElement, anchor: HTMLElement): () => void {
  const follow = () => place(panel, anchor);
  follow();
  const scrolled = (event: Event) => event.target !== panel && follow();
  window.addEventListener("resize", follow);
  document.addEventListener("scroll", scrolled, true);
  return () => {
    window.removeEventListener("resize", follow);
    document.removeEventListener("scroll", scrolled, true);
  };
}
