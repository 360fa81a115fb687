import type { PointerEvent as ReactPointerEvent } from "react";
import { setBoxes } from "#kit/edit.ts";
import {
  between,
  bounds,
  follow,
  type Handle,
  overlaps,
  type Point,
  resize,
  translate,
  roundBox,
} from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isOnCanvas, leavesOf, widgetAbove } from "#kit/page-tree.ts";
import { snapLines, snapMove, snapResize, type Snaps } from "#kit/snap.ts";
import { pressedRecord, selectedNodes, toggleSelection } from "#features/builder/document/selection.ts";
import type { Editor } from "#features/builder/editor/editor.ts";
import type { Stage } from "#features/builder/editor/frame.ts";
import { showBoxes } from "#features/builder/editor/live-boxes.ts";

/** Screen px within which a box snaps to a line. */
const snapDistance = 6;
/** Screen px that a pressed pointer moves before it is a drag. */
const dragThreshold = 3;
const noSnaps: Snaps = { x: undefined, y: undefined };

type Drag = { move: (delta: Point, event: PointerEvent) => void; end: (isDone: boolean) => void };

/** Follows the pointer until it is released; Escape or a lost pointer cancels the drag. Moves are reported at most once per frame. */
function followPointer(
  editor: Editor,
  start: ReactPointerEvent,
  makeDrag: () => Drag | undefined,
  onClick?: () => void,
): void {
  const target = start.currentTarget as HTMLElement;
  const from = { x: start.clientX, y: start.clientY };
  let drag: Drag | undefined;
  let isDrag = false;
  let latest: PointerEvent | undefined;
  let pending = 0;
  target.setPointerCapture(start.pointerId);

  function draw(): void {
    pending = 0;
    if (latest !== undefined) drag?.move({ x: latest.clientX - from.x, y: latest.clientY - from.y }, latest);
  }
  const move = (event: PointerEvent) => {
    if (!isDrag && Math.hypot(event.clientX - from.x, event.clientY - from.y) < dragThreshold) return;
    if (!isDrag) {
      isDrag = true;
      drag = makeDrag();
      editor.hovered.set(undefined);
    }
    latest = event;
    pending ||= requestAnimationFrame(draw);
  };
  function stop(isDone: boolean): void {
    if (pending !== 0) cancelAnimationFrame(pending);
    if (isDone) draw();
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
  const listeners = [
    ["pointermove", move],
    ["pointerup", () => stop(true)],
    ["pointercancel", () => stop(false)],
  ] as const;
  for (const [name, listener] of listeners) target.addEventListener(name, listener as EventListener);
  addEventListener("keydown", escape, true);
}

type Grip = {
  nodes: ReturnType<typeof selectedNodes>;
  box: Box;
  parent: string;
  stage: Stage;
  lines: ReturnType<typeof snapLines>;
};

/** The context of a drag of the selected nodes; the snap lines of other nodes are built once. */
function grabSelection({ store, frame }: Editor): Grip | undefined {
  const nodes = selectedNodes(store);
  const box = bounds(nodes.map((node) => node.box));
  const parent = nodes[0] === undefined ? undefined : widgetAbove(store.record, nodes[0].id)?.id;
  const stage = parent === undefined ? undefined : frame.stageOf(parent);
  if (box === undefined || parent === undefined || stage === undefined) return undefined;
  const selectedSet = new Set(nodes);
  const otherBoxes = leavesOf(store, parent).flatMap((node) => (selectedSet.has(node) ? [] : [node.box]));
  return { nodes, box, parent, stage, lines: snapLines(otherBoxes, stage) };
}

/** Shows boxes during a drag and commits one edit at the end. */
function boxDrag(
  editor: Editor,
  grip: Grip,
  kind: "move" | "resize",
  boxesAt: (delta: Point, event: PointerEvent) => { bounds: Box; snaps: Snaps },
): Drag {
  const { nodes, box, parent, stage } = grip;
  const live = showBoxes(editor, nodes, kind, stage);
  let boxes = new Map<string, Box>();
  return {
    move(delta, event) {
      const { bounds: now, snaps } = boxesAt({ x: delta.x / stage.unit, y: delta.y / stage.unit }, event);
      boxes = new Map(
        nodes.map((node) => [
          node.id,
          kind === "move" ? translate(node.box, { x: now.x - box.x, y: now.y - box.y }) : follow(node.box, box, now),
        ]),
      );
      live.show(boxes);
      editor.gesture.set({ kind, parent, bounds: now, boxes, snaps });
    },
    end(isDone) {
      live.clear();
      editor.gesture.set(undefined);
      if (isDone)
        editor.store.edit(setBoxes(nodes.map((node) => ({ node, box: roundBox(boxes.get(node.id) ?? node.box) }))));
      editor.frame.layoutChanged();
    },
  };
}

/** Shift restricts to one axis, Alt disables snapping. */
function moveDrag(editor: Editor): Drag | undefined {
  const grip = grabSelection(editor);
  if (grip === undefined) return undefined;
  const { box, stage, lines } = grip;
  return boxDrag(editor, grip, "move", (delta, event) => {
    const straight = !event.shiftKey
      ? delta
      : Math.abs(delta.x) > Math.abs(delta.y)
        ? { x: delta.x, y: 0 }
        : { x: 0, y: delta.y };
    const movedBox = translate(box, straight);
    const snaps = event.altKey ? noSnaps : snapMove(lines, movedBox, snapDistance / stage.unit);
    return { bounds: translate(movedBox, { x: snaps.x?.distance ?? 0, y: snaps.y?.distance ?? 0 }), snaps };
  });
}

/** A handle of the selection is pulled; Shift keeps width to height, Alt switches snapping off. */
export function beginResize(editor: Editor, event: ReactPointerEvent, handle: Handle): void {
  followPointer(editor, event, () => {
    const grip = grabSelection(editor);
    if (grip === undefined) return undefined;
    const { box, stage, lines } = grip;
    return boxDrag(editor, grip, "resize", (delta, pointer) => {
      const free = resize(box, handle, delta, pointer.shiftKey);
      const snaps =
        pointer.altKey || pointer.shiftKey ? noSnaps : snapResize(lines, free, handle, snapDistance / stage.unit);
      return {
        bounds: resize(
          box,
          handle,
          { x: delta.x + (snaps.x?.distance ?? 0), y: delta.y + (snaps.y?.distance ?? 0) },
          pointer.shiftKey,
        ),
        snaps,
      };
    });
  });
}

/** Selects the nodes and groups that a rectangle touches. */
function marqueeDrag(editor: Editor, from: Point, canvas: string): Drag {
  const { store, frame, gesture } = editor;
  const selectedIds = store.selected.get();
  const boxes = store.children(canvas).flatMap((id) => {
    const box = frame.boxOf(id);
    return box === undefined ? [] : [{ id, box }];
  });
  let ids: string[] = [];
  return {
    move(delta) {
      const box = between(from, { x: from.x + delta.x, y: from.y + delta.y });
      ids = boxes.filter((item) => overlaps(item.box, box)).map(({ id }) => id);
      gesture.set({ kind: "marquee", box });
    },
    end(isDone) {
      gesture.set(undefined);
      store.selected.set(isDone ? ids : selectedIds);
    },
  };
}

/** A press on the page: selects what is under it, then moves it, or draws a marquee on a canvas. Shift toggles the selection. */
export function beginGesture(editor: Editor, event: ReactPointerEvent): void {
  const { store, frame } = editor;
  const hit = frame.at({ x: event.clientX, y: event.clientY });
  const id = hit === undefined ? undefined : pressedRecord(store, hit);
  const record = id === undefined ? undefined : store.record(id);
  const isSelected = id !== undefined && store.selected.get().includes(id);
  if (id === undefined) store.selected.set([]);
  else if (event.shiftKey) store.selected.set(toggleSelection(store, id));
  else if (!isSelected) store.selected.set([id]);
  if (record !== undefined && isOnCanvas(record)) {
    const select = () => !event.shiftKey && isSelected && store.selected.set([record.id]);
    return followPointer(editor, event, () => moveDrag(editor), select);
  }
  if (record?.kind !== "widget" || frame.stageOf(record.id) === undefined) return;
  const layer = event.currentTarget.getBoundingClientRect();
  const from = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  followPointer(editor, event, () => marqueeDrag(editor, from, record.id));
}
