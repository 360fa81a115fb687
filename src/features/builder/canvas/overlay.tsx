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
import { dropPosition, dropComponent, componentDragType } from "#features/builder/editor/drop.ts";

const texts = {
  canvas: {
    zh: "页面画布：点击可选择，方向键可移动所选元素",
    en: "Page canvas: click to select, use the arrow keys to move the selection",
  },
};

/** The layer above the page: handles the pointer, and marks the hovered record, the selection and snap lines. */
export function Overlay({ onOpenFields }: { onOpenFields: () => void }) {
  const editor = useEditor();
  const { frame, store, hovered, gesture, view } = editor;
  const t = useText();
  const selected = useSelected();
  const layer = useRef<HTMLDivElement>(null);
  const [dropLine, setDropLine] = useState<number>();
  const [edit, setEdit] = useState<TextEdit>();
  const endEdit = useCallback(() => setEdit(undefined), []);

  // An edit may move other records; their new boxes can be measured in the next animation frame.
  useEffect(() => {
    let frameRequest = 0;
    const unsubscribe = store.onChange(() => {
      cancelAnimationFrame(frameRequest);
      frameRequest = requestAnimationFrame(frame.layoutChanged);
    });
    return () => {
      cancelAnimationFrame(frameRequest);
      unsubscribe();
    };
  }, [store, frame]);

  function handlePointerMove(event: PointerEvent): void {
    if (event.buttons !== 0 || gesture.get() !== undefined) return;
    const id = frame.recordIdAt({ x: event.clientX, y: event.clientY });
    hovered.set(id === undefined ? undefined : pressedRecord(store, id));
  }

  /** Edits a text in place; opens the panel for anything else. */
  function handleDoubleClick(event: MouseEvent): void {
    const point = { x: event.clientX, y: event.clientY };
    const id = frame.recordIdAt(point);
    const pressedElement = frame.elementAt(point);
    if (id === undefined || pressedElement === undefined) return;
    const record = store.record(id);
    const root = frame.elements.get(id);
    const pressedText = record && root && textOfElement(pressedElement, { record, root, locale: view.get().locale });
    store.selected.set([id]);
    if (pressedText === undefined) onOpenFields();
    else setEdit({ id, ...pressedText });
  }

  function handleDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(componentDragType)) return;
    event.preventDefault();
    setDropLine(dropPosition(editor, event.clientY - (layer.current?.getBoundingClientRect().top ?? 0)).lineY);
  }

  return (
    <div
      ref={layer}
      className="overlay"
      role="application"
      aria-label={t(texts.canvas)}
      tabIndex={0}
      onPointerMove={handlePointerMove}
      onPointerLeave={() => hovered.set(undefined)}
      onPointerDown={(event) => {
        if (event.button === 0) beginGesture(editor, event);
      }}
      onDoubleClick={handleDoubleClick}
      onDragOver={handleDragOver}
      onDragLeave={() => setDropLine(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setDropLine(undefined);
        dropComponent(editor, event, layer.current!.getBoundingClientRect());
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
