import type { PointerEvent as ReactPointerEvent } from "react";
import { boxBetween, overlaps, type Point } from "#kit/geometry.ts";
import type { PageRecord } from "#kit/page.ts";
import { isOnCanvas } from "#kit/page-tree.ts";
import {
  isLocked,
  isSelectionOnCanvas,
  movableNodes,
  pressedRecord,
  selectedWidget,
  toggleSelection,
} from "#features/builder/document/selection.ts";
import type { Editor } from "#features/builder/editor/editor.ts";
import { moveDrag } from "./drags.ts";
import { type Drag, followPointer } from "./follow-pointer.ts";

type MarqueeOptions = { canvasId: string; isAdding: boolean };

/** Selects the nodes and groups that a rectangle touches. `isAdding`: keeps the other selected ones. */
function marqueeDrag(editor: Editor, startPoint: Point, { canvasId, isAdding }: MarqueeOptions): Drag {
  const { store, frame, gesture } = editor;
  const selectedIds = store.selected.get();
  const keptIds = isAdding ? selectedIds.filter((id) => id !== canvasId) : [];
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
      store.selected.set(isDone ? [...new Set([...keptIds, ...ids])] : selectedIds);
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

/** The id of the record that a press at a point of the window selects. */
function pressedAt({ store, frame }: Editor, point: Point): string | undefined {
  const hit = frame.recordIdAt(point);
  return hit === undefined ? undefined : pressedRecord(store, hit);
}

/** Whether there is nothing at a press but the canvas behind the selected elements. */
function isBehindSelection({ store }: Editor, id: string | undefined): boolean {
  return isSelectionOnCanvas(store) && (id === undefined || id === selectedWidget(store));
}

/** Selects what was pressed, unless it is selected already. `isAdding`: keeps what else is selected. */
function select(editor: Editor, id: string | undefined, isAdding: boolean): void {
  const { store } = editor;
  if (isAdding && isBehindSelection(editor, id)) return;
  if (id === undefined) store.selected.set([]);
  else if (!store.selected.get().includes(id)) store.selected.set(isAdding ? toggleSelection(store, id) : [id]);
}

type Press = {
  record: PageRecord | undefined;
  isAdding: boolean;
  /** Of a record that was selected before, a click selects no other, or takes it out of the selection. */
  click: () => void;
};

/** Selects the record under the pointer. With Shift, and while several are selected one by one, it is added to the selection. */
function press(editor: Editor, event: ReactPointerEvent): Press {
  const { store, multiSelect } = editor;
  const id = pressedAt(editor, { x: event.clientX, y: event.clientY });
  const isAdding = event.shiftKey || multiSelect.get();
  const wasSelected = id !== undefined && store.selected.get().includes(id);
  select(editor, id, isAdding);
  return {
    record: id === undefined ? undefined : store.record(id),
    isAdding,
    click: () => wasSelected && store.selected.set(isAdding ? toggleSelection(store, id) : [id]),
  };
}

/** Handles a press on the page: selects the record under the pointer, and begins to move it or, on a canvas, to draw a marquee. */
export function beginGesture(editor: Editor, event: ReactPointerEvent): void {
  const { record, isAdding, click } = press(editor, event);
  if (record !== undefined && isOnCanvas(record)) {
    followPointer(editor, event, () => moveDrag(editor), click);
    return;
  }
  if (record?.kind !== "widget" || editor.frame.stageOf(record.id) === undefined) return click();
  const layer = event.currentTarget.getBoundingClientRect();
  const startPoint = { x: event.clientX - layer.left, y: event.clientY - layer.top };
  followPointer(editor, event, () => marqueeDrag(editor, startPoint, { canvasId: record.id, isAdding }), click);
}

/** Selects what is at a point for the context menu, unless it is selected already. */
export function selectForMenu(editor: Editor, point: Point): void {
  select(editor, pressedAt(editor, point), editor.multiSelect.get());
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
  const { store } = editor;
  const point = { x: event.clientX, y: event.clientY };
  const id = pressedAt(editor, point);
  const isSelected = id !== undefined && store.selected.get().includes(id) && movableNodes(store).length > 0;
  const makeDrag = () => {
    clearTimeout(timer);
    return (isSelected ? moveDrag(editor) : undefined) ?? panDrag(editor);
  };
  const cancel = followPointer(editor, event, makeDrag, () => {
    clearTimeout(timer);
    press(editor, event).click();
  });
  const { currentTarget } = event;
  const timer = setTimeout(() => {
    cancel();
    selectForMenu(editor, point);
    editor.menu.set(point);
    // Otherwise the browser may take the long press for a tap as well, which would close the menu when the finger is lifted.
    currentTarget.addEventListener("touchend", (end) => end.preventDefault(), { once: true });
  }, longPress);
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
