import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { textIn } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import { useText } from "#ui/locale.ts";
import { useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { textAt, type TextPlace, writeText } from "#features/builder/document/text-place.ts";
import { useValue } from "#features/builder/document/value.ts";

const texts = { label: { zh: "编辑文字", en: "Edit text" } };

/** A text of the page that is being edited inline. */
export type TextEdit = {
  id: string;
  place: TextPlace;
  element: HTMLElement;
  /** Whether people may format it (`formattedText` of a node). */
  isFormatted: boolean;
  /** The words when editing began. */
  original: string | undefined;
};
/** `id`: unused, as of every control that is loaded later. */
export type TextEditorProps = { id?: string; edit: TextEdit; onEnd: () => void };

/** The minimum width of the text box, in px, so that the caret of an empty text is visible. */
const minWidth = 48;
const copiedStyles = ["fontFamily", "fontWeight", "fontStyle", "color", "textTransform"] as const;

/** Positions the text box over the element and copies its style. */
function coverElement(box: HTMLElement, element: HTMLElement, zoom: number): void {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (style === undefined || !element.isConnected) return;
  const rect = element.getBoundingClientRect();
  const size = Number.parseFloat(style.fontSize);
  const lineHeight = Number.parseFloat(style.lineHeight) || size * 1.5;
  const isCentred = style.display.endsWith("flex") && style.alignItems === "center";
  const paddingTop = isCentred ? Math.max(0, (rect.height - lineHeight) / 2) : Number.parseFloat(style.paddingTop) || 0;
  for (const name of copiedStyles) box.style[name] = style[name];
  box.style.fontSize = `${size * zoom}px`;
  box.style.lineHeight = `${lineHeight * zoom}px`;
  box.style.letterSpacing =
    style.letterSpacing === "normal" ? "normal" : `${Number.parseFloat(style.letterSpacing) * zoom}px`;
  box.style.textAlign = isCentred && style.justifyContent === "center" ? "center" : style.textAlign;
  box.style.padding = `${paddingTop * zoom}px ${(Number.parseFloat(style.paddingLeft) || 0) * zoom}px 0`;
  box.style.translate = `${rect.left * zoom}px ${rect.top * zoom}px`;
  box.style.width = `${Math.max(rect.width * zoom, minWidth)}px`;
  box.style.height = `${Math.max(rect.height, lineHeight) * zoom}px`;
}

/** Joins the lines of a pasted text by spaces. */
function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

/** Keeps a box over an element of the page, whose own text is hidden meanwhile but keeps its space. */
export function useCover(box: RefObject<HTMLElement | null>, element: HTMLElement): void {
  const { frame } = useEditor();
  useLayoutEffect(() => {
    const cover = () => box.current !== null && coverElement(box.current, element, frame.zoom);
    cover();
    return frame.onLayout(cover);
  }, [frame, element, box]);
  useLayoutEffect(() => {
    element.dataset.edited = "";
    return () => {
      delete element.dataset.edited;
    };
  }, [element]);
}

/** Resolves when no input method is composing words in a text box. */
export function compositionEnd(): Promise<void> {
  const box = document.querySelector<HTMLElement>(".text-editor[data-composing]");
  if (box === null) return Promise.resolve();
  return new Promise((resolve) => box.addEventListener("compositionend", () => resolve(), { once: true }));
}

/** Edits a text inline on the page, in the previewed language. */
export function TextEditor({ edit: { id, place, element }, onEnd }: TextEditorProps) {
  const { store, view } = useEditor();
  const t = useText();
  const { locale } = useValue(view);
  const record = useRecord(id);
  const box = useRef<HTMLTextAreaElement>(null);
  const isMissing = record === undefined;

  useCover(box, element);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, [element]);
  useEffect(() => {
    if (isMissing) onEnd();
  }, [isMissing, onEnd]);
  if (record === undefined) return null;

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isEndKey = event.key === "Escape" || (event.key === "Enter" && !place.hasLines);
    if (!isEndKey) return;
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>(".overlay")?.focus();
  }
  const text = textAt(record, place);
  return (
    <textarea
      ref={box}
      aria-label={t(texts.label)}
      lang={locale === "zh" ? "zh-CN" : "en"}
      className="text-editor"
      rows={1}
      spellCheck={false}
      maxLength={place.max === undefined ? undefined : maxLengthAttribute(place.max)}
      value={text[locale] ?? ""}
      placeholder={textIn(text, locale)}
      onChange={({ target }) => {
        const current = store.record(id);
        if (current === undefined) return;
        const newText = place.hasLines ? target.value : joinLines(target.value);
        store.edit(writeText(current, place, locale, newText), {
          capture: { merge: `field ${id} ${place.field} ${locale}` },
        });
      }}
      onKeyDown={handleKeyDown}
      onCompositionStart={({ currentTarget }) => void (currentTarget.dataset.composing = "")}
      onCompositionEnd={({ currentTarget }) => void delete currentTarget.dataset.composing}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={onEnd}
    />
  );
}
