import type { PointerEvent as ReactPointerEvent } from "react";
import type { Point } from "#kit/geometry.ts";
import type { Editor } from "#features/builder/editor/editor.ts";

/** The distance, in screen px, that a pressed pointer moves before the gesture is a drag. */
const dragThreshold = 3;

/** Handlers of a drag. `delta`: screen px since the press. `isDone`: false when the drag was cancelled. */
export type Drag = { move: (delta: Point, event: PointerEvent) => void; end: (isDone: boolean) => void };

/**
 * Follows the pointer until it is released. A drag begins when the pointer has moved by `dragThreshold`, else the release is a click. Escape or a
 * lost pointer cancels the gesture. Reports moves at most once per animation frame. Returns a function that cancels the gesture.
 */
export function followPointer(
  editor: Editor,
  start: ReactPointerEvent,
  makeDrag: () => Drag | undefined,
  onClick?: () => void,
): () => void {
  const target = start.currentTarget as HTMLElement;
  let isFollowing = true;
  const startPoint = { x: start.clientX, y: start.clientY };
  let drag: Drag | undefined;
  let isDrag = false;
  let latestEvent: PointerEvent | undefined;
  let frameRequest = 0;
  target.setPointerCapture(start.pointerId);

  function reportMove(): void {
    frameRequest = 0;
    if (latestEvent !== undefined)
      drag?.move({ x: latestEvent.clientX - startPoint.x, y: latestEvent.clientY - startPoint.y }, latestEvent);
  }
  const move = (event: PointerEvent) => {
    if (!isDrag && Math.hypot(event.clientX - startPoint.x, event.clientY - startPoint.y) < dragThreshold) return;
    if (!isDrag) {
      isDrag = true;
      drag = makeDrag();
      editor.hovered.set(undefined);
    }
    latestEvent = event;
    frameRequest ||= requestAnimationFrame(reportMove);
  };
  function stop(isDone: boolean): void {
    if (!isFollowing) return;
    isFollowing = false;
    if (frameRequest !== 0) cancelAnimationFrame(frameRequest);
    if (isDone) reportMove();
    for (const [name, listener] of listeners) target.removeEventListener(name, listener as EventListener);
    removeEventListener("keydown", escape, true);
    if (isDrag) drag?.end(isDone);
    else if (isDone) onClick?.();
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stop(false);
  };
  const isSame = ({ pointerId }: PointerEvent) => pointerId === start.pointerId;
  const listeners = [
    ["pointermove", (event: PointerEvent) => isSame(event) && move(event)],
    ["pointerup", (event: PointerEvent) => isSame(event) && stop(true)],
    ["pointercancel", (event: PointerEvent) => isSame(event) && stop(false)],
  ] as const;
  for (const [name, listener] of listeners) target.addEventListener(name, listener as EventListener);
  addEventListener("keydown", escape, true);
  return () => stop(false);
}
