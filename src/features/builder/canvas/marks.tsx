import { type RefObject, useLayoutEffect, useRef } from "react";
import { boundsOf, type Placement } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isOnCanvas, leavesOf, widgetAbove } from "#kit/page-tree.ts";
import { useLocale } from "#ui/locale.ts";
import { type Editor, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { overlayBoxOf } from "#features/builder/editor/frame.ts";
import { nameOf } from "#features/builder/document/names.ts";
import { placedNodes } from "#features/builder/document/selection.ts";
import { useValue } from "#features/builder/document/value.ts";

/** The minimum length of a side, in px, at which it shows a handle between its corners. */
const minHandleSpace = 36;

/**
 * Places a mark over a box (px of the overlay), or hides it; `rotation` in degrees. Writes styles directly, so that dragging causes no render.
 */
export function placeMark(mark: HTMLElement | null, box: Box | undefined, rotation = 0): void {
  if (mark === null) return;
  mark.style.rotate = rotation === 0 ? "" : `${rotation}deg`;
  mark.style.display = box === undefined ? "none" : "";
  if (box === undefined) return;
  mark.style.translate = `${box.x}px ${box.y}px`;
  mark.style.width = `${box.w}px`;
  mark.style.height = `${box.h}px`;
  mark.classList.toggle("is-at-top", box.y < 20);
  mark.classList.toggle("is-low", box.h < minHandleSpace);
  mark.classList.toggle("is-slim", box.w < minHandleSpace);
}

/**
 * The box of a record, in px of the overlay, and its rotation: during a gesture as moved by it, else as rendered. Undefined while the record is not
 * rendered.
 */
export function visiblePlacement({ store, frame, gesture }: Editor, id: string): Placement | undefined {
  const record = store.record(id);
  const renderedBox = frame.boxOf(id);
  if (record === undefined || renderedBox === undefined) return undefined;
  const currentGesture = gesture.get();
  if (isOnCanvas(record)) {
    const moved =
      currentGesture === undefined || currentGesture.kind === "marquee" ? undefined : currentGesture.placements;
    const stage = frame.placeStageOf(widgetAbove(store.record, id)?.id ?? "");
    const [placed] = record.kind === "node" ? placedNodes(store, id) : [];
    const node = placed && (moved?.get(id) ?? placed);
    // An upright node is measured instead, because it may be higher than its box.
    if (stage !== undefined && node !== undefined && (moved?.has(id) === true || node.rotation !== undefined))
      return { box: overlayBoxOf(stage, node.box), rotation: node.rotation };
    const groupBox = moved && boundsOf(leavesOf(store, id).flatMap((leaf) => moved.get(leaf.id) ?? []));
    if (stage !== undefined && groupBox !== undefined) return { box: overlayBoxOf(stage, groupBox) };
  }
  return { box: renderedBox };
}

/** Returns a ref for a mark, and keeps that mark over the record; hides it without an `id`. */
export function useMark(id: string | undefined): RefObject<HTMLDivElement | null> {
  const editor = useEditor();
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    editor.frame.layoutChanged();
    return editor.frame.onLayout(
      () => (id === undefined ? undefined : visiblePlacement(editor, id)),
      (placement) => placeMark(mark.current, placement?.box, placement?.rotation),
    );
  }, [editor, id]);
  return mark;
}

function NameTag({ id }: { id: string }) {
  const locale = useLocale();
  const record = useRecord(id);
  return record === undefined ? null : <span className="tag">{nameOf(record, locale)}</span>;
}

/** The mark of the record under the pointer; hidden if that record is selected. */
export function HoverMark() {
  const { hovered, store } = useEditor();
  const id = useValue(hovered);
  const isSelected = id !== undefined && store.selected.get().includes(id);
  const mark = useMark(isSelected ? undefined : id);
  return (
    <div ref={mark} className="mark hovered">
      {id !== undefined && <NameTag id={id} />}
    </div>
  );
}

/** The mark of a selected record, with its name if it is the only one. */
export function SelectedMark({ id, isAlone }: { id: string; isAlone: boolean }) {
  const mark = useMark(id);
  return (
    <div ref={mark} className="mark selected">
      {isAlone && <NameTag id={id} />}
    </div>
  );
}
