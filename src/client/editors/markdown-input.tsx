import { type KeyboardEvent, useDeferredValue, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { keyLabel } from "#ui/command.ts";
import { isPressOf } from "#ui/command-keys.ts";
import { continueLine, insertBlock, type TextEdit } from "#ui/markdown-edit.ts";
import { MarkdownView } from "#ui/markdown-view.tsx";
import { focusToolbar, ToolButton, ToolGroup, EditorToolbar } from "#ui/toolbar.tsx";
import { type MarkdownTool, markdownTools } from "./markdown-tools.ts";
import { picturesIn, usePictures } from "./use-pictures.tsx";

const texts = {
  tools: { zh: "格式", en: "Formatting" },
  write: { zh: "编辑", en: "Write" },
  preview: { zh: "预览", en: "Preview" },
  view: { zh: "编辑或预览", en: "Write or preview" },
  none: { zh: "预览将显示在此处", en: "The preview appears here." },
};

type MarkdownInputProps = {
  id: string;
  value: string | null;
  rows: number;
  locale: Locale;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The key code of keys that an input method handles. */
const compositionKeyCode = 229;

/** Applies an edit as if it were typed, so that the browser's undo reverts it. */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  const expected = area.value.slice(0, from) + insert + area.value.slice(to);
  area.focus();
  // Only `execCommand` changes a text area and keeps its undo stack; it changes whatever has the focus, which a hidden text area does not get.
  if (document.activeElement === area) {
    area.setSelectionRange(from, to);
    if (insert !== "") document.execCommand("insertText", false, insert);
    else if (from < to) document.execCommand("delete");
  }
  if (area.value !== expected) setText(area, { from, to, insert });
  area.setSelectionRange(start, end);
}

/** Replaces a part of the text directly, without focus. */
function setText(area: HTMLTextAreaElement, { from, to, insert }: Pick<TextEdit, "from" | "to" | "insert">): void {
  area.setRangeText(insert, from, to, "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Inserts an image at the caret when its upload has ended. Somebody who types elsewhere meanwhile keeps the focus. */
function insertPicture(area: HTMLTextAreaElement, url: string): void {
  const edit = insertBlock(selectionOf(area), `![](${url})`, "");
  const isElsewhere = document.activeElement !== area && document.activeElement !== document.body;
  if (isElsewhere) {
    setText(area, edit);
    area.setSelectionRange(edit.start, edit.end);
  } else applyEdit(area, edit);
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Keeps the relative scroll positions of editor and preview equal. */
function syncScroll(from: HTMLElement, to: HTMLElement | null): void {
  const maxScroll = (element: HTMLElement) => element.scrollHeight - element.clientHeight;
  if (to !== null && maxScroll(from) > 0) to.scrollTop = (from.scrollTop / maxScroll(from)) * maxScroll(to);
}

/** An editor for Markdown with a preview beside it, or in a tab on narrow screens. */
export function MarkdownInput(props: MarkdownInputProps) {
  const { id, value, rows, locale, placeholder, invalid, disabled, describedBy, onChange, onBlur } = props;
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  const text = value ?? "";
  const deferredText = useDeferredValue(text);
  const { add, choose, chooser, status } = usePictures(locale, (url) => {
    if (area.current !== null) insertPicture(area.current, url);
  });

  function runTool({ edit }: MarkdownTool): void {
    if (area.current === null) return;
    if (edit === undefined) choose();
    else applyEdit(area.current, edit(selectionOf(area.current), locale));
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { nativeEvent, currentTarget } = event;
    // Safari reports the Enter that ends a composition only by its key code.
    if (nativeEvent.isComposing || nativeEvent.keyCode === compositionKeyCode) return;
    const tool = markdownTools.flat().find(({ keys }) => keys !== undefined && isPressOf([keys], nativeEvent));
    const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    const continuation = isPlainEnter ? continueLine(selectionOf(currentTarget)) : undefined;
    if (tool === undefined && continuation === undefined) return;
    event.preventDefault();
    // Outside the editor, Ctrl+K opens the command palette.
    nativeEvent.stopPropagation();
    if (tool !== undefined) runTool(tool);
    else if (continuation !== undefined) applyEdit(currentTarget, continuation);
  }

  return (
    <div
      role="presentation"
      className={`@container min-w-0 overflow-clip rounded-sm border bg-sheet ${invalid ? "border-danger" : "border-line-2 focus-within:border-ink-2"}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      onKeyDown={focusToolbar}
    >
      <div
        role="group"
        aria-label={texts.view[locale]}
        className="flex gap-1 border-b border-line bg-paper-2 p-1 text-sm @2xl:hidden"
      >
        {([false, true] as const).map((isPreviewTab) => (
          <button
            key={String(isPreviewTab)}
            type="button"
            aria-pressed={isPreviewOpen === isPreviewTab}
            className="min-h-8 rounded-sm px-3 text-ink-3 hover:text-ink aria-pressed:bg-paper-3 aria-pressed:text-ink pointer-coarse:min-h-11"
            onClick={() => setIsPreviewOpen(isPreviewTab)}
          >
            {texts[isPreviewTab ? "preview" : "write"][locale]}
          </button>
        ))}
      </div>
      <div className={isPreviewOpen ? "hidden @2xl:block" : ""}>
        <EditorToolbar label={texts.tools[locale]} onEscape={() => area.current?.focus()}>
          {markdownTools.map((group, index) => (
            <ToolGroup key={index}>
              {group.map((tool) => (
                <ToolButton
                  key={tool.name}
                  Icon={tool.Icon}
                  label={tool.title[locale]}
                  title={tool.keys === undefined ? tool.title[locale] : `${tool.title[locale]} ${keyLabel(tool.keys)}`}
                  isDisabled={disabled}
                  onClick={() => runTool(tool)}
                />
              ))}
            </ToolGroup>
          ))}
        </EditorToolbar>
      </div>
      {chooser}
      <div className="grid @2xl:grid-cols-2">
        <textarea
          ref={area}
          id={id}
          rows={rows}
          className={`block min-h-24 w-full min-w-0 resize-y border-0 bg-transparent px-4 py-3 font-mono text-sm leading-relaxed -outline-offset-2 placeholder:text-ink-3 disabled:text-ink-3 pointer-coarse:text-base @2xl:border-r @2xl:border-line ${isPreviewOpen ? "hidden @2xl:block" : ""}`}
          value={text}
          placeholder={placeholder}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKey}
          onScroll={(event) => syncScroll(event.currentTarget, preview.current)}
          onPaste={(event) => {
            const files = picturesIn(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
          onDrop={(event) => {
            const files = picturesIn(event.dataTransfer);
            if (files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
        />
        {/* Side by side with the preview, the text area determines the height of both. */}
        <div className={`relative min-h-40 ${isPreviewOpen ? "" : "hidden @2xl:block"}`}>
          <div
            ref={preview}
            role="group"
            aria-label={texts.preview[locale]}
            // Focusable, so that the keyboard can scroll a long text.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="overflow-y-auto px-4 py-3 -outline-offset-2 @2xl:absolute @2xl:inset-0"
          >
            {deferredText.trim() === "" ? (
              <span className="text-ink-3">{texts.none[locale]}</span>
            ) : (
              <MarkdownView text={deferredText} />
            )}
          </div>
        </div>
      </div>
      {status}
    </div>
  );
}
