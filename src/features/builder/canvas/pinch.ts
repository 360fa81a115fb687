import type { Point } from "#kit/geometry.ts";
import type { Editor } from "#features/builder/editor/editor.ts";
import { zoomTo } from "#features/builder/editor/zoom.ts";

/** The fingers on the page, by pointer id, in px of the window. */
export type Fingers = Map<number, Point>;

function spanOf(fingers: Fingers): { middle: Point; distance: number } {
  const [one, other] = [...fingers.values()] as [Point, Point];
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.hypot(other.x - one.x, other.y - one.y),
  };
}

/** Zooms and scrolls the board with two fingers until one of them is lifted. `fingers` is kept by the caller. */
export function beginPinch(editor: Editor, target: HTMLElement, fingers: Fingers): void {
  const start = spanOf(fingers);
  const startZoom = editor.frame.zoom;
  let middle = start.middle;
  let frameRequest = 0;
  function apply(): void {
    frameRequest = 0;
    if (fingers.size !== 2) return;
    const span = spanOf(fingers);
    zoomTo(editor, startZoom * (span.distance / Math.max(1, start.distance)), span.middle);
    editor.frame.viewport?.scrollBy(middle.x - span.middle.x, middle.y - span.middle.y);
    middle = span.middle;
  }
  const move = () => {
    frameRequest ||= requestAnimationFrame(apply);
  };
  function stop(): void {
    cancelAnimationFrame(frameRequest);
    target.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) target.removeEventListener(name, stop);
  }
  target.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, stop);
}
