import type { PointerEvent as ReactPointerEvent } from "react";
import { setBoxes } from "#kit/edit.ts";
import {
  boxBetween,
  bounds,
  resizeWithGroup,
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
import { createLiveBoxes } from "#features/builder/editor/live-boxes.ts";

/** Screen px within which a box snaps to a line. */
const snapDistance = 6;
/** The distance, in screen px, that a pressed pointer moves before the gesture is a drag. */
const dragThreshold = 3;
const noSnaps: Snaps = { x: undefined, y: undefined };

/** Handlers of a drag. `delta`: screen px since the press. `isDone`: false when the drag was cancelled. */
type Drag = { move: (delta: Point, event: PointerEvent) => void; end: (isDone: boolean) => void };

/**
 * Follows the pointer until it is released. A drag begins when the pointer has moved by `dragThreshold`, else the release is a click. Escape or a
 * lost pointer cancels the gesture. Reports moves at most once per animation frame.
 */
function followPointer(
  editor: Editor,
  start: ReactPointerEvent,
  makeDrag: () => Drag | undefined,
  onClick?: () => void,
): void {
  const target = start.currentTarget as HTMLElement;
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
  const listeners = [
    ["pointermove", move],
    ["pointerup", () => stop(true)],
    ["pointercancel", () => stop(false)],
  ] as const;
  for (const [name, listener] of listeners) target.addEventListener(name, listener as EventListener);
  addEventListener("keydown", escape, true);
}

type DragContext = {
  nodes: ReturnType<typeof selectedNodes>;
  box: Box;
  parent: string;
  stage: Stage;
  lines: ReturnType<typeof snapLines>;
};

/** The context of a drag of the selected nodes, with the snap lines of the other nodes; undefined when no nodes are selected. */
function dragContextOf({ store, frame }: Editor): DragContext | undefined {
  const nodes = selectedNodes(store);
  const box = bounds(nodes.map((node) => node.box));
  const parent = nodes[0] === undefined ? undefined : widgetAbove(store.record, nodes[0].id)?.id;
  const stage = parent === undefined ? undefined : frame.stageOf(parent);
  if (box === undefined || parent === undefined || stage === undefined) return undefined;
  const selectedSet = new Set(nodes);
  const otherBoxes = leavesOf(store, parent).flatMap((node) => (selectedSet.has(node) ? [] : [node.box]));
  return { nodes, box, parent, stage, lines: snapLines(otherBoxes, stage) };
}

/** Shows the moved boxes during a drag, and commits one edit at the end. `boxesAt`: the bounds of the selection after `delta`, in design px. */
function boxDrag(
  editor: Editor,
  context: DragContext,
  kind: "move" | "resize",
  boxesAt: (delta: Point, event: PointerEvent) => { bounds: Box; snaps: Snaps },
): Drag {
  const { nodes, box, parent, stage } = context;
  const liveBoxes = createLiveBoxes(editor, nodes, kind, stage);
  let boxes = new Map<string, Box>();
  return {
    move(delta, event) {
      const { bounds: newBounds, snaps } = boxesAt({ x: delta.x / stage.unit, y: delta.y / stage.unit }, event);
      boxes = new Map(
        nodes.map((node) => [
          node.id,
          kind === "move"
            ? translate(node.box, { x: newBounds.x - box.x, y: newBounds.y - box.y })
            : resizeWithGroup(node.box, box, newBounds),
        ]),
      );
      liveBoxes.show(boxes);
      editor.gesture.set({ kind, parent, bounds: newBounds, boxes, snaps });
    },
    end(isDone) {
      liveBoxes.clear();
      editor.gesture.set(undefined);
      if (isDone)
        editor.store.edit(setBoxes(nodes.map((node) => ({ node, box: roundBox(boxes.get(node.id) ?? node.box) }))));
      editor.frame.layoutChanged();
    },
  };
}

/** The delta restricted to the axis with the larger movement. */
const alongOneAxis = ({ x, y }: Point): Point => (Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y });

/** Moves the selection; Shift restricts the move to one axis, Alt disables snapping. */
function moveDrag(editor: Editor): Drag | undefined {
  const context = dragContextOf(editor);
  if (context === undefined) return undefined;
  const { box, stage, lines } = context;
  return boxDrag(editor, context, "move", (delta, event) => {
    const movedBox = translate(box, event.shiftKey ? alongOneAxis(delta) : delta);
    const snaps = event.altKey ? noSnaps : snapMove(lines, movedBox, snapDistance / stage.unit);
    return { bounds: translate(movedBox, { x: snaps.x?.distance ?? 0, y: snaps.y?.distance ?? 0 }), snaps };
  });
}

/** Resizes the selection by a handle; Shift keeps the aspect ratio, Alt disables snapping. */
export function beginResize(editor: Editor, event: ReactPointerEvent, handle: Handle): void {
  followPointer(editor, event, () => {
    const context = dragContextOf(editor);
    if (context === undefined) return undefined;
    const { box, stage, lines } = context;
    return boxDrag(editor, context, "resize", (delta, pointer) => {
      const resizedBox = resize(box, handle, delta, pointer.shiftKey);
      const snaps =
        pointer.altKey || pointer.shiftKey ? noSnaps : snapResize(lines, resizedBox, handle, snapDistance / stage.unit);
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
function marqueeDrag(editor: Editor, startPoint: Point, canvasId: string): Drag {
  const { store, frame, gesture } = editor;
  const selectedIds = store.selected.get();
  const boxes = store.children(canvasId).flatMap((id) => {
    const box = frame.boxOf(id);
    return box === undefined ? [] : [{ id, box }];
  });
  let ids: string[] = [];
  return {
    move(delta) {
      const box = boxBetween(startPoint, { x: startPoint.x + delta.x, y: startPoint.y + delta.y });
      ids = boxes.filter((item) => overlaps(item.box, box)).map(({ id }) => id);
      gesture.set({ kind: "marquee", box });
    },
    end(isDone) {
      gesture.set(undefined);
      store.selected.set(isDone ? ids : selectedIds);
    },
  };
}

/**
 * Handles a press on the page: selects the record under the pointer, and begins to move it or, on a canvas, to draw a marquee. Shift toggles the
 * selection.
 */
export function beginGesture(editor: Editor, event: ReactPointerEvent): void {
  const { store, frame } = editor;
  const hit = frame.recordIdAt({ x: event.clientX, y: event.clientY });
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
  const startPoint = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  followPointer(editor, event, () => marqueeDrag(editor, startPoint, record.id));
}
