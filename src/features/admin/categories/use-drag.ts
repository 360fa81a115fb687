import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { TreeLine } from "#client/editors/tree-lines.ts";
import { type CategoryTree, type DropZone, type Place, placeOfDrop } from "./tree-model.ts";

/** Height of a line, px. */
export const lineHeight = 44;
/** px from the edge of the tree in which it scrolls while something is dragged there, and px that it scrolls per frame. */
const edge = 36;
const scrollStep = 9;
/** The parts at the top and at the bottom of a line that stand for the places before and after it. */
const sidePart = 0.3;

/** A category that is being dragged. `target`: the line under the pointer and the place that it stands for, if that is one. */
export type Drag = { id: string; target: { index: number; zone: DropZone; place: Place } | undefined };

type DragInput = {
  region: RefObject<HTMLElement | null>;
  tree: CategoryTree;
  lines: readonly TreeLine[];
  onDrop: (id: string, place: Place) => void;
};

function targetAt(y: number, id: string, { tree, lines }: Pick<DragInput, "tree" | "lines">): Drag["target"] {
  const index = Math.max(0, Math.min(lines.length - 1, Math.floor(y / lineHeight)));
  const part = y / lineHeight - index;
  const zone = part < sidePart ? "before" : part > 1 - sidePart ? "after" : "inside";
  const line = lines[index];
  if (line?.kind !== "node") return undefined;
  const place = placeOfDrop(tree, id, { target: line.key, zone, isOpen: line.isOpen });
  return place && { index, zone, place };
}

/** Dragging lines of a tree by a handle. Escape cancels it; near its edges the tree scrolls. */
export function useDrag(input: DragInput): {
  drag: Drag | undefined;
  startDrag: (id: string) => (event: ReactPointerEvent) => void;
} {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const startDrag = (id: string) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    let y = event.clientY;
    let target: Drag["target"];
    let frame = 0;
    const update = () => {
      const { region, ...model } = latest.current;
      const element = region.current;
      if (element === null) return;
      target = targetAt(y - element.getBoundingClientRect().top + element.scrollTop, id, model);
      setDrag({ id, target });
    };
    const scroll = () => {
      const element = latest.current.region.current;
      if (element !== null) {
        const { top, bottom } = element.getBoundingClientRect();
        const step = y < top + edge ? -scrollStep : y > bottom - edge ? scrollStep : 0;
        const before = element.scrollTop;
        if (step !== 0) element.scrollTop += step;
        if (element.scrollTop !== before) update();
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = (isDropped: boolean) => {
      controller.current?.abort();
      setDrag(undefined);
      if (isDropped && target !== undefined) latest.current.onDrop(id, target.place);
    };
    signal.addEventListener("abort", () => cancelAnimationFrame(frame));
    const { pointerId } = event;
    const onPointer = (type: "pointermove" | "pointerup" | "pointercancel", handle: (moved: PointerEvent) => void) =>
      addEventListener(type, (moved) => moved.pointerId === pointerId && handle(moved), { signal });
    onPointer("pointermove", ({ clientY }) => {
      y = clientY;
      update();
    });
    onPointer("pointerup", () => end(true));
    onPointer("pointercancel", () => end(false));
    addEventListener(
      "keydown",
      (pressed) => {
        if (pressed.key !== "Escape") return;
        pressed.preventDefault();
        end(false);
      },
      { signal },
    );
    setDrag({ id, target: undefined });
    frame = requestAnimationFrame(scroll);
  };
  return { drag, startDrag };
}
