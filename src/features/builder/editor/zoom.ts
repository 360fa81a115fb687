import { flushSync } from "react-dom";
import { clampNumber } from "#kit/clamp-number.ts";
import type { Point } from "#kit/geometry.ts";
import type { Editor } from "./editor.ts";

const limits = { min: 0.1, max: 4, fallback: 1 };
/** The factors that zooming by keys and buttons passes. */
const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];
/** Space, in px, around a selection to which the board zooms. */
const selectionMargin = 48;

/** The scale at which a page of this width, in px, fits the available width with a margin on both sides. */
export const fitScale = (availableWidth: number, margin: number, width: number): number =>
  clampNumber((availableWidth - 2 * margin) / width, limits);

/** Sets the zoom; the page stays under the point `at` of the window, by default under the middle of the board. */
export function zoomTo({ view, frame }: Editor, zoom: number | "fit", at?: Point): void {
  const { viewport, element } = frame;
  const next = zoom === "fit" ? zoom : clampNumber(zoom, limits);
  if (viewport === undefined || element === undefined) return;
  const area = viewport.getBoundingClientRect();
  const point = at ?? { x: area.left + area.width / 2, y: area.top + area.height / 2 };
  const before = element.getBoundingClientRect();
  const onPage = { x: (point.x - before.left) / frame.zoom, y: (point.y - before.top) / frame.zoom };
  flushSync(() => view.set({ ...view.get(), zoom: next }));
  const after = element.getBoundingClientRect();
  viewport.scrollBy(after.left + onPage.x * frame.zoom - point.x, after.top + onPage.y * frame.zoom - point.y);
}

/** Zooms to the next step in or out. */
export function zoomBy(editor: Editor, direction: 1 | -1): void {
  const { zoom } = editor.frame;
  const next = direction > 0 ? steps.find((step) => step > zoom + 0.01) : steps.findLast((step) => step < zoom - 0.01);
  if (next !== undefined) zoomTo(editor, next);
}

/** Zooms so that the selection fills the board. */
export function zoomToSelection(editor: Editor): void {
  const { store, frame } = editor;
  const { viewport } = frame;
  const boxes = store.selected.get().flatMap((id) => frame.boxOf(id) ?? []);
  if (viewport === undefined || boxes.length === 0) return;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const w = Math.max(...boxes.map((box) => box.x + box.w)) - left;
  const h = Math.max(...boxes.map((box) => box.y + box.h)) - top;
  const scale = Math.min(
    (viewport.clientWidth - 2 * selectionMargin) / w,
    (viewport.clientHeight - 2 * selectionMargin) / h,
  );
  const middle = { x: (left + w / 2) / frame.zoom, y: (top + h / 2) / frame.zoom };
  zoomTo(editor, frame.zoom * scale);
  const page = frame.element!.getBoundingClientRect();
  const area = viewport.getBoundingClientRect();
  viewport.scrollBy(
    page.left + middle.x * frame.zoom - (area.left + area.width / 2),
    page.top + middle.y * frame.zoom - (area.top + area.height / 2),
  );
}

/** The change of scale per px of a wheel that zooms. */
const wheelSpeed = 0.01;

/** Zooms with the wheel while Ctrl or ⌘ is pressed, which is also what a pinch on a touchpad sends. Returns a function that removes the listener. */
export function addWheelZoom(editor: Editor, element: HTMLElement): () => void {
  function zoomWithWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    // Otherwise the browser would zoom the whole window.
    event.preventDefault();
    const way = Math.max(-50, Math.min(50, event.deltaY));
    zoomTo(editor, editor.frame.zoom * Math.exp(-way * wheelSpeed), { x: event.clientX, y: event.clientY });
  }
  element.addEventListener("wheel", zoomWithWheel, { passive: false });
  return () => element.removeEventListener("wheel", zoomWithWheel);
}
