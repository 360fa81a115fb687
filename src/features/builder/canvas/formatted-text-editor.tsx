import { Editor, Extension, Mark, mergeAttributes } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { setFormattedText } from "#kit/edit.ts";
import { isLinkAddress, type RichText } from "#kit/rich-text.ts";
import { isSame } from "#kit/same.ts";
import type { Locale, LocalizedValue } from "#kit/text.ts";
import { formatOf, plainFormat } from "#kit/text-format.ts";
import { firstCharacters } from "#kit/text-length.ts";
import type { PageRecord } from "#kit/page.ts";
import { normalizedText } from "#client/editors/rich-text-value.ts";
import { useText } from "#ui/locale.ts";
import { focusToolbar } from "#ui/toolbar.tsx";
import { textAt } from "#features/builder/document/text-place.ts";
import { useValue } from "#features/builder/document/value.ts";
import { useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { FormattedTextTools } from "./formatted-text-tools.tsx";
import { type TextEditorProps, useCover } from "./text-editor.tsx";
import "./formatted-text-editor.css";

const texts = { label: { zh: "编辑文字", en: "Edit text" } };

/** A colour of the palette, by its key. */
const Color = Mark.create({
  name: "color",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element) => element.getAttribute("data-color"),
      renderHTML: ({ color }) => ({ "data-color": color as string }),
    },
  }),
  parseHTML: () => [{ tag: "span[data-color]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes), 0],
});

/** Keeps a text within its maximum length: what is pasted is shortened, and what is typed beyond it is refused. */
const lengthLimit = (max: number) =>
  Extension.create({
    name: "lengthLimit",
    addProseMirrorPlugins() {
      const lengthOf = ({ content }: ProseMirrorNode) => [...content.textBetween(0, content.size, "\n", "\n")].length;
      return [
        new Plugin({
          filterTransaction: ({ doc, docChanged }, state) =>
            !docChanged || lengthOf(doc) <= max || lengthOf(doc) < lengthOf(state.doc),
          props: {
            handlePaste: (view, _event, slice) => {
              const { from, to, empty } = view.state.selection;
              const selected = empty ? "" : view.state.doc.textBetween(from, to);
              const left = max - lengthOf(view.state.doc) + [...selected].length;
              const pasted = slice.content.textBetween(0, slice.content.size, " ");
              if ([...pasted].length <= left) return false;
              view.dispatch(view.state.tr.insertText(firstCharacters(pasted, Math.max(0, left))));
              return true;
            },
          },
        }),
      ];
    },
  });

/** Paragraphs, lists and the marks of a text on a canvas; pasted content loses everything else. The page's own undo takes changes back. */
const extensions = (max: number | undefined) => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    link: false,
    strike: false,
    trailingNode: false,
    undoRedo: false,
  }),
  Color,
  Link.extend({ addAttributes: () => ({ href: { default: null } }) }).configure({
    openOnClick: false,
    defaultProtocol: "https",
    isAllowedUri: isLinkAddress,
  }),
  ...(max === undefined ? [] : [lengthLimit(max)]),
];

/** The text of a record as a document of the editor. */
function documentOf(record: PageRecord, field: string, locale: Locale): RichText {
  const words = (record.value[field] as LocalizedValue<string> | null | undefined)?.[locale] ?? "";
  return formatOf(record, field, locale) ?? plainFormat(words);
}

/** Edits a text of a canvas with its format, in place and in the previewed language. */
export function FormattedTextEditor({ edit: { id, place, element, original }, onEnd }: TextEditorProps) {
  const { store, frame, view } = useEditor();
  const t = useText();
  const { locale, scheme } = useValue(view);
  const record = useRecord(id);
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  /** The text as this editor knows it. */
  const lastSeen = useRef<RichText>(undefined);
  const { field, max } = place;
  const isMissing = record === undefined;

  useCover(host, element);
  // Before the next key: the text box of plain texts may have had the focus until now.
  useLayoutEffect(() => {
    const current = store.record(id);
    if (current === undefined || host.current === null) return;
    // Its colours are those of the page, not those of the builder.
    const pageStyle = element.ownerDocument.defaultView?.getComputedStyle(element);
    for (const name of ["brand", "info", "success", "warning", "danger", "seal", "ink", "ink-3"])
      host.current.style.setProperty(`--${name}`, pageStyle?.getPropertyValue(`--${name}`) ?? "");
    const content = documentOf(current, field, locale);
    lastSeen.current = content;
    const instance = new Editor({
      element: host.current,
      extensions: extensions(max),
      content,
      injectCSS: false,
      editorProps: { attributes: { role: "textbox", "aria-multiline": "true", "aria-label": t(texts.label) } },
      onUpdate() {
        const edited = store.record(id);
        if (edited === undefined) return;
        const change = setFormattedText(edited, field, locale, normalizedText(instance.getJSON()));
        lastSeen.current = documentOf(change.records[0]?.after ?? edited, field, locale);
        store.edit(change, { capture: { merge: `field ${id} ${field} ${locale}` } });
      },
    });
    // What was typed before this editor was there must not be replaced by the next key.
    if (textAt(current, place)[locale] === original) instance.commands.selectAll();
    else instance.commands.setTextSelection(instance.state.doc.content.size);
    // At once; the editor's own command waits for a frame.
    instance.view.focus();
    setEditor(instance);
    return () => instance.destroy();
    // The editor belongs to one text in one language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, id, field, locale, max, element]);
  // What changes the text from outside, such as undo.
  useEffect(() => {
    if (editor === undefined || editor.isDestroyed || record === undefined) return;
    const current = documentOf(record, field, locale);
    if (isSame(current, lastSeen.current)) return;
    lastSeen.current = current;
    editor.commands.setContent(current, { emitUpdate: false });
  }, [editor, record, field, locale]);
  useEffect(() => {
    if (isMissing) onEnd();
  }, [isMissing, onEnd]);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    focusToolbar(event);
    if (event.nativeEvent.isComposing || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    host.current?.closest<HTMLElement>(".overlay")?.focus();
  }
  return (
    <div
      role="presentation"
      className="formatted-text-editor"
      style={{ colorScheme: scheme }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onEnd()}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <div ref={host} lang={locale === "zh" ? "zh-CN" : "en"} className="text-editor" />
      {editor !== undefined && <FormattedTextTools editor={editor} element={element} frame={frame} />}
    </div>
  );
}
