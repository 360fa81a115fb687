import { type DragEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { useText } from "#ui/locale.ts";
import { useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { HoverMark, SelectedMark } from "./marks.tsx";
import { GestureMarks } from "./gesture-marks.tsx";
import { beginGesture } from "./pointer.ts";
import { SelectionFrame } from "./selection-frame.tsx";
import { type TextEdit, TextEditor } from "./text-editor.tsx";
import { textOfElement } from "#features/builder/document/text-place.ts";
import { pressedRecord } from "#features/builder/document/selection.ts";
import { dropPlace, dropShelfItem, shelfType } from "#features/builder/editor/drop.ts";

const texts = {
  canvas: {
    zh: "页面画布：点击可选择，方向键可移动所选元素",
    en: "Page canvas: click to select, use the arrow keys to move the selection",
  },
};

/** The layer above the page: handles the pointer, and shows hover, selection and snap lines. */
export function Overlay({ onOpenFields }: { onOpenFields: () => void }) {
  const editor = useEditor();
  const { frame, store, hovered, gesture, view } = editor;
  const t = useText();
  const selected = useSelected();
  const layer = useRef<HTMLDivElement>(null);
  const [dropLine, setDropLine] = useState<number>();
  const [edit, setEdit] = useState<TextEdit>();
  const endEdit = useCallback(() => setEdit(undefined), []);

  // An edit may move other records, which is measurable after the next paint of the page.
  useEffect(() => {
    let pending = 0;
    const stop = store.onChange(() => {
      cancelAnimationFrame(pending);
      pending = requestAnimationFrame(frame.layoutChanged);
    });
    return () => {
      cancelAnimationFrame(pending);
      stop();
    };
  }, [store, frame]);

  function hover(event: PointerEvent): void {
    if (event.buttons !== 0 || gesture.get() !== undefined) return;
    const id = frame.at({ x: event.clientX, y: event.clientY });
    hovered.set(id === undefined ? undefined : pressedRecord(store, id));
  }

  /** A double click edits text in place; everything else is edited in the panel. */
  function open(event: MouseEvent): void {
    const point = { x: event.clientX, y: event.clientY };
    const [id, hit] = [frame.at(point), frame.elementAt(point)];
    if (id === undefined || hit === undefined) return;
    const [record, whole] = [store.record(id), frame.elements.get(id)];
    const textHit = record && whole && textOfElement(hit, { record, root: whole, locale: view.get().locale });
    store.selected.set([id]);
    if (textHit === undefined) onOpenFields();
    else setEdit({ id, ...textHit });
  }

  function dragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(shelfType)) return;
    event.preventDefault();
    setDropLine(dropPlace(editor, event.clientY - (layer.current?.getBoundingClientRect().top ?? 0)).line);
  }

  return (
    <div
      ref={layer}
      className="overlay"
      role="application"
      aria-label={t(texts.canvas)}
      tabIndex={0}
      onPointerMove={hover}
      onPointerLeave={() => hovered.set(undefined)}
      onPointerDown={(event) => {
        if (event.button === 0) beginGesture(editor, event);
      }}
      onDoubleClick={open}
      onDragOver={dragOver}
      onDragLeave={() => setDropLine(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setDropLine(undefined);
        dropShelfItem(editor, event, layer.current!.getBoundingClientRect());
      }}
    >
      <HoverMark />
      {selected.map((id) => (
        <SelectedMark key={id} id={id} isAlone={selected.length === 1} />
      ))}
      <SelectionFrame />
      <GestureMarks />
      {edit !== undefined && <TextEditor key={`${edit.id} ${edit.place.field}`} edit={edit} onEnd={endEdit} />}
      {dropLine !== undefined && <div className="drop-line" style={{ top: dropLine }} />}
    </div>
  );
}
