import type { PointerEvent as ReactPointerEvent } from "react";
import { boxBetween, overlaps, type Point } from "#kit/geometry.ts";
import { isOnCanvas } from "#kit/page-tree.ts";
import { isLocked, movableNodes, pressedRecord, toggleSelection } from "#features/builder/document/selection.ts";
import type { Editor } from "#features/builder/editor/editor.ts";
import { moveDrag } from "./drags.ts";
import { type Drag, followPointer } from "./follow-pointer.ts";

/** Selects the nodes and groups that a rectangle touches. */
function marqueeDrag(editor: Editor, startPoint: Point, canvasId: string): Drag {
  const { store, frame, gesture } = editor;
  const selectedIds = store.selected.get();
  const boxes = store.children(canvasId).flatMap((id) => {
    const box = isLocked(store, id) ? undefined : frame.boxOf(id);
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

/** The part of the page that is scrolled into view when the board is dragged. */
export function panDrag({ frame }: Editor): Drag | undefined {
  const { viewport } = frame;
  if (viewport === undefined) return undefined;
  const start = { x: viewport.scrollLeft, y: viewport.scrollTop };
  return {
    move: (delta) => viewport.scrollTo(start.x - delta.x, start.y - delta.y),
    end: (isDone) => isDone || viewport.scrollTo(start.x, start.y),
  };
}

/** Selects the record under the pointer. Shift toggles the selection. Returns the record, and whether it was selected before. */
function selectAt({ store, frame }: Editor, event: ReactPointerEvent) {
  const hit = frame.recordIdAt({ x: event.clientX, y: event.clientY });
  const id = hit === undefined ? undefined : pressedRecord(store, hit);
  const isSelected = id !== undefined && store.selected.get().includes(id);
  if (id === undefined) store.selected.set([]);
  else if (event.shiftKey) store.selected.set(toggleSelection(store, id));
  else if (!isSelected) store.selected.set([id]);
  return { record: id === undefined ? undefined : store.record(id), isSelected };
}

/** Handles a press on the page: selects the record under the pointer, and begins to move it or, on a canvas, to draw a marquee. */
export function beginGesture(editor: Editor, event: ReactPointerEvent): void {
  const { store, frame } = editor;
  const { record, isSelected } = selectAt(editor, event);
  if (record !== undefined && isOnCanvas(record)) {
    const select = () => !event.shiftKey && isSelected && store.selected.set([record.id]);
    followPointer(editor, event, () => moveDrag(editor), select);
    return;
  }
  if (record?.kind !== "widget" || frame.stageOf(record.id) === undefined) return;
  const layer = event.currentTarget.getBoundingClientRect();
  const startPoint = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  followPointer(editor, event, () => marqueeDrag(editor, startPoint, record.id));
}

/** Selects what is at a point for the context menu, unless it is selected already. */
export function selectForMenu({ store, frame }: Editor, point: Point): void {
  const hit = frame.recordIdAt(point);
  const id = hit === undefined ? undefined : pressedRecord(store, hit);
  if (id === undefined) store.selected.set([]);
  else if (!store.selected.get().includes(id)) store.selected.set([id]);
}

/** Drags the board. */
export function beginPan(editor: Editor, event: ReactPointerEvent): void {
  followPointer(editor, event, () => panDrag(editor));
}

/** Time, in ms, after which a finger that rests opens the context menu. */
const longPress = 500;

/**
 * Handles the first finger on the page: a tap selects, a long press opens the context menu, a drag moves the selected elements below it or else the
 * board. Returns a function that cancels the gesture.
 */
export function beginTouch(editor: Editor, event: ReactPointerEvent): () => void {
  const { store, frame } = editor;
  const point = { x: event.clientX, y: event.clientY };
  const hit = frame.recordIdAt(point);
  const id = hit === undefined ? undefined : pressedRecord(store, hit);
  const isSelected = id !== undefined && store.selected.get().includes(id) && movableNodes(store).length > 0;
  const makeDrag = () => {
    clearTimeout(timer);
    return (isSelected ? moveDrag(editor) : undefined) ?? panDrag(editor);
  };
  const cancel = followPointer(editor, event, makeDrag, () => {
    clearTimeout(timer);
    selectAt(editor, event);
  });
  const timer = setTimeout(() => {
    cancel();
    selectAt(editor, event);
    editor.menu.set(point);
  }, longPress);
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
