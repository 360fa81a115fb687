import { type RefObject, useLayoutEffect, useRef } from "react";
import { bounds } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import { isOnCanvas, leavesOf } from "#kit/page-tree.ts";
import { useLocale } from "#ui/locale.ts";
import { type Editor, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { kindName } from "#features/builder/document/names.ts";
import { useValue } from "#features/builder/document/value.ts";

/** px that a side must have at least to show a handle between its two corners. */
const minHandleSpace = 36;

/** Places a mark over a box of the layer, or hides it. Writes styles directly, so that dragging causes no render. */
export function placeMark(mark: HTMLElement | null, box: Box | undefined): void {
  if (mark === null) return;
  mark.style.display = box === undefined ? "none" : "";
  if (box === undefined) return;
  mark.style.translate = `${box.x}px ${box.y}px`;
  mark.style.width = `${box.w}px`;
  mark.style.height = `${box.h}px`;
  mark.classList.toggle("is-at-top", box.y < 20);
  mark.classList.toggle("is-low", box.h < minHandleSpace);
  mark.classList.toggle("is-slim", box.w < minHandleSpace);
}

/** The box of a record in px of the overlay: during a gesture its current one, else as rendered. */
export function visibleBox({ store, frame, gesture }: Editor, id: string): Box | undefined {
  const now = gesture.get();
  const record = store.record(id);
  if (now === undefined || now.kind === "marquee" || record === undefined || !isOnCanvas(record))
    return frame.boxOf(id);
  const moving = bounds(leavesOf(store, id).flatMap((node) => now.boxes.get(node.id) ?? []));
  if (moving === undefined) return frame.boxOf(id);
  const stage = frame.stageOf(now.parent);
  return (
    stage && {
      x: stage.x + moving.x * stage.unit,
      y: stage.y + moving.y * stage.unit,
      w: moving.w * stage.unit,
      h: moving.h * stage.unit,
    }
  );
}

/** Keeps a mark over a record while the page scrolls. */
export function useMark(id: string | undefined): RefObject<HTMLDivElement | null> {
  const editor = useEditor();
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => placeMark(mark.current, id === undefined ? undefined : visibleBox(editor, id));
    place();
    const stops = [editor.frame.onLayout(place), editor.gesture.subscribe(place)];
    return () => stops.forEach((stop) => stop());
  });
  return mark;
}

function Tag({ id }: { id: string }) {
  const locale = useLocale();
  const record = useRecord(id);
  return record === undefined ? null : <span className="tag">{kindName(record, locale)}</span>;
}

export function HoverMark() {
  const { hovered, store } = useEditor();
  const id = useValue(hovered);
  const isSelected = id !== undefined && store.selected.get().includes(id);
  const mark = useMark(isSelected ? undefined : id);
  return (
    <div ref={mark} className="mark hovered">
      {id !== undefined && <Tag id={id} />}
    </div>
  );
}

export function SelectedMark({ id, isAlone }: { id: string; isAlone: boolean }) {
  useRecord(id);
  const mark = useMark(id);
  return (
    <div ref={mark} className="mark selected">
      {isAlone && <Tag id={id} />}
    </div>
  );
}
