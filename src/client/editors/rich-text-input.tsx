import { Editor } from "@tiptap/core";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RichText } from "#kit/rich-text.ts";
import { isSame } from "#kit/same.ts";
import type { Locale } from "#kit/text.ts";
import { textBoxAttributes, useLabelClick } from "#ui/text-box.ts";
import { focusToolbar } from "#ui/toolbar.tsx";
import { RichTextBars } from "./rich-text-bars.tsx";
import { richTextExtensions } from "./rich-text-extensions.ts";
import { richTextOf } from "./rich-text-value.ts";
import { picturesIn, usePictures } from "./use-pictures.tsx";
import "#ui/formatted.css";
import "./rich-text.css";

export type RichTextInputProps = {
  id: string;
  value: RichText | null;
  /** The accessible name, used without a visible label. */
  name: string;
  /** Minimum height in lines. */
  rows: number;
  placeholder: string | undefined;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (text: RichText | null) => void;
  onBlur: () => void;
};

/** Creates the editor for an element and destroys it with the element. Reports every change at once and applies changes from outside. */
function useEditor({ value, placeholder, onChange }: RichTextInputProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const latestOnChange = useRef(onChange);
  useLayoutEffect(() => {
    latestOnChange.current = onChange;
  });
  const initial = useRef({ value, placeholder });
  const lastReported = useRef(value);
  useEffect(() => {
    const { value: content, placeholder: hint } = initial.current;
    const instance = new Editor({
      element: host.current,
      extensions: richTextExtensions(hint),
      content,
      injectCSS: false,
      onUpdate() {
        lastReported.current = richTextOf(instance.getJSON());
        latestOnChange.current(lastReported.current);
      },
    });
    setEditor(instance);
    return () => instance.destroy();
  }, []);
  useEffect(() => {
    if (editor === undefined || isSame(value, lastReported.current)) return;
    lastReported.current = value;
    // Undo must not revert a change that came from outside the editor.
    editor.chain().setMeta("addToHistory", false).setContent(value, { emitUpdate: false }).run();
  }, [editor, value]);
  return { host, editor };
}

/** An editor for formatted text: a toolbar, the bar of the element at the cursor, and the text. */
export function RichTextInput(props: RichTextInputProps) {
  const { id, name, rows, locale, invalid, disabled, describedBy, onBlur } = props;
  const { host, editor } = useEditor(props);
  const { add, choose, chooser, status } = usePictures(locale, (src) => {
    if (editor?.isDestroyed === false) editor.commands.setImage({ src });
  });
  const focus = useCallback(() => editor?.view.focus(), [editor]);
  useLabelClick(id, editor === undefined ? undefined : focus);
  const height = `${rows * 1.6 + 1.5}em`;

  useEffect(() => {
    if (editor === undefined) return;
    const uploadFrom = (data: DataTransfer | null) => {
      const files = picturesIn(data);
      if (files.length > 0) add(files);
      return files.length > 0;
    };
    editor.setOptions({
      editorProps: {
        attributes: {
          ...textBoxAttributes({ id, name, invalid, disabled, describedBy }),
          class: "formatted",
          style: `min-height: ${height}`,
        },
        handlePaste: (_view, event) => uploadFrom(event.clipboardData),
        handleDrop: (_view, event) => uploadFrom(event.dataTransfer),
      },
    });
    editor.setEditable(!disabled, false);
  }, [editor, id, name, height, invalid, disabled, describedBy, add]);

  return (
    <div
      role="presentation"
      aria-busy={editor === undefined}
      className={`rich-text min-w-0 overflow-clip rounded-sm border bg-sheet ${invalid ? "border-danger" : "border-line-2 focus-within:border-ink-2"}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      onKeyDown={focusToolbar}
    >
      <RichTextBars editor={editor} id={id} locale={locale} disabled={disabled} onPicture={choose} />
      {chooser}
      <div
        ref={host}
        className="max-h-[70dvh] overflow-y-auto"
        {...(editor === undefined ? { id } : {})}
        style={{ minHeight: height }}
      />
      {status}
    </div>
  );
}
