import {
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { lazyControl } from "#ui/lazy-control.tsx";
import { loadable } from "#ui/loadable.ts";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { HoverMark, SelectedMark } from "./marks.tsx";
import { GestureMarks } from "./gesture-marks.tsx";
import type { Fingers } from "./pinch.ts";
import { beginGesture, beginPan, beginTouch, selectForMenu } from "./pointer.ts";
import { SelectionFrame } from "./selection-frame.tsx";
import { compositionEnd, type TextEdit, TextEditor, type TextEditorProps } from "./text-editor.tsx";
import { useHeldKeys } from "./use-held-keys.ts";
import { formattedPlace, textAt, textOfElement } from "#features/builder/document/text-place.ts";
import { pressedRecord } from "#features/builder/document/selection.ts";
import { hideFarNodes } from "#features/builder/editor/far-nodes.ts";
import { dropPosition, dropComponent, componentDragType } from "#features/builder/editor/drop.ts";

const pinch = loadable(() => import("./pinch.ts"));
const canvasLines = loadLater(() => import("./canvas-lines.tsx").then((file) => file.CanvasLines));
const measure = loadLater(() => import("./measure.tsx").then((file) => file.Measure));
// Until the editor of formatted texts is there, the words are edited as plain text, so that nothing that is typed is lost.
const FormattedTextEditor = lazyControl<TextEditorProps>(
  async () => {
    const { FormattedTextEditor: component } = await import("./formatted-text-editor.tsx");
    await compositionEnd();
    return component;
  },
  { renderFallback: (props) => <TextEditor {...props} /> },
);

const texts = {
  canvas: {
    zh: "页面画布：点击可选择，方向键可移动所选元素",
    en: "Page canvas: click to select, use the arrow keys to move the selection",
  },
};

type OverlayProps = {
  onOpenFields: () => void;
  /** Marks that stand below those of the selection. */
  children?: ReactNode;
};

/** The layer above the page: handles the pointer, and marks the hovered record, the selection and snap lines. */
export function Overlay({ onOpenFields, children }: OverlayProps) {
  const editor = useEditor();
  const { frame, store, hovered, gesture, view } = editor;
  const t = useText();
  const selected = useSelected();
  const layer = useRef<HTMLDivElement>(null);
  const [dropLine, setDropLine] = useState<number>();
  const [edit, setEdit] = useState<TextEdit>();
  const endEdit = useCallback(() => setEdit(undefined), []);
  const { isSpaceHeld: isPanning, isAltHeld } = useHeldKeys();
  const hasLines = useAspect(view, ({ hasRulers, hasGrid }) => hasRulers || hasGrid);
  useEffect(() => {
    if (isAltHeld) measure.preload();
    if (hasLines) canvasLines.preload();
  }, [isAltHeld, hasLines]);
  const Editor = edit?.isFormatted === true ? FormattedTextEditor : TextEditor;
  const fingers = useRef<Fingers>(new Map());
  const cancelTouch = useRef<() => void>(undefined);

  // An edit may move other records; their new boxes can be measured in the next animation frame.
  useEffect(() => {
    let frameRequest = 0;
    const unsubscribers = [
      store.onChange(() => {
        cancelAnimationFrame(frameRequest);
        frameRequest = requestAnimationFrame(frame.layoutChanged);
      }),
      gesture.subscribe(frame.layoutChanged),
    ];
    return () => {
      cancelAnimationFrame(frameRequest);
      unsubscribers.forEach((unsubscribe) => unsubscribe());
    };
  }, [store, frame, gesture]);

  useEffect(() => hideFarNodes(editor), [editor]);

  function handlePointerMove(event: PointerEvent): void {
    if (fingers.current.has(event.pointerId))
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.buttons !== 0 || gesture.get() !== undefined) return;
    const id = frame.recordIdAt({ x: event.clientX, y: event.clientY });
    hovered.set(id === undefined ? undefined : pressedRecord(store, id));
  }

  /** Zooms with two fingers, if they are still there when the code for it is. */
  async function zoomByFingers(target: HTMLElement): Promise<void> {
    await pinch.start();
    if (pinch.get() === undefined) pinch.forget();
    else if (fingers.current.size === 2) pinch.get()?.beginPinch(editor, target, fingers.current);
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType === "touch") {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.current.size === 1) cancelTouch.current = beginTouch(editor, event);
      else cancelTouch.current?.();
      void pinch.start();
      if (fingers.current.size === 2) void zoomByFingers(event.currentTarget);
    } else if (event.button === 1 || (event.button === 0 && isPanning)) {
      // Otherwise the middle button would scroll by itself.
      event.preventDefault();
      beginPan(editor, event);
    } else if (event.button === 0) beginGesture(editor, event);
  }
  const liftFinger = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId);

  function openMenu(event: MouseEvent): void {
    event.preventDefault();
    // A long press of a finger opens the menu by itself.
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") return;
    // The menu key of the keyboard has no place: the menu opens at the selection.
    const isByKey = event.button !== 2;
    const box = isByKey ? frame.boxOf(store.selected.get().at(-1) ?? "") : undefined;
    const corner = layer.current!.getBoundingClientRect();
    if (!isByKey) selectForMenu(editor, { x: event.clientX, y: event.clientY });
    editor.menu.set(
      box === undefined ? { x: event.clientX, y: event.clientY } : { x: corner.left + box.x, y: corner.top + box.y },
    );
  }

  /** Edits a text in place; opens the panel for anything else. */
  function handleDoubleClick(event: MouseEvent): void {
    // Who selects elements one by one may press one twice.
    if (editor.multiSelect.get()) return;
    const point = { x: event.clientX, y: event.clientY };
    const id = frame.recordIdAt(point);
    const pressedElement = frame.elementAt(point);
    if (id === undefined || pressedElement === undefined) return;
    const record = store.record(id);
    const root = frame.elements.get(id);
    if (record === undefined || root === undefined) return;
    store.selected.set([id]);
    const formatted = formattedPlace(record);
    // The whole text is edited, whichever of its words was pressed.
    const pressedText =
      formatted === undefined
        ? textOfElement(pressedElement, { record, root, locale: view.get().locale })
        : { place: formatted, element: root.firstElementChild as HTMLElement };
    if (pressedText === undefined) return onOpenFields();
    const original = textAt(record, pressedText.place)[view.get().locale];
    setEdit({ id, ...pressedText, isFormatted: formatted !== undefined, original });
  }

  function handleDragOver(event: DragEvent): void {
    const { types } = event.dataTransfer;
    if (!types.includes(componentDragType) && !types.includes("Files")) return;
    event.preventDefault();
    if (types.includes("Files")) return;
    setDropLine(dropPosition(editor, event.clientY - (layer.current?.getBoundingClientRect().top ?? 0)).lineY);
  }

  return (
    <div
      ref={layer}
      className={isPanning ? "overlay is-panning" : "overlay"}
      role="application"
      aria-label={t(texts.canvas)}
      tabIndex={0}
      onPointerMove={handlePointerMove}
      onPointerLeave={() => hovered.set(undefined)}
      onPointerDown={handlePointerDown}
      onPointerUpCapture={liftFinger}
      onPointerCancelCapture={liftFinger}
      onContextMenu={openMenu}
      onDoubleClick={handleDoubleClick}
      onDragOver={handleDragOver}
      onDragLeave={() => setDropLine(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        setDropLine(undefined);
        dropComponent(editor, event, layer.current!.getBoundingClientRect());
      }}
    >
      {hasLines && <canvasLines.Component />}
      {children}
      <HoverMark />
      {selected.map((id) => (
        <SelectedMark key={id} id={id} isAlone={selected.length === 1} />
      ))}
      <SelectionFrame />
      <GestureMarks />
      {isAltHeld && <measure.Component />}
      {edit !== undefined && <Editor key={`${edit.id} ${edit.place.field}`} edit={edit} onEnd={endEdit} />}
      {dropLine !== undefined && <div className="drop-line" style={{ top: dropLine }} />}
    </div>
  );
}
