import type { Editor } from "@tiptap/core";
import { Bold, Italic, Link as LinkIcon, List, ListOrdered, type LucideIcon, Underline } from "lucide-react";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { Text } from "#kit/text.ts";
import { LinkBar } from "#client/editors/rich-text-bars.tsx";
import { keyLabel } from "#ui/command.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { palette } from "#ui/palette.ts";
import { EditorToolbar, ToolButton, ToolGroup } from "#ui/toolbar.tsx";
import type { Frame } from "#features/builder/editor/frame.ts";

const texts = {
  tools: { zh: "文字格式", en: "Text format" },
  color: { zh: "颜色", en: "Colour" },
  noColor: { zh: "与整段相同", en: "As the whole text" },
  link: { zh: "链接", en: "Link" },
};

type Tool = { name: string; title: Text; keys?: string; Icon: LucideIcon; run: (editor: Editor) => unknown };

const markTools: readonly Tool[] = [
  {
    name: "bold",
    title: { zh: "粗体", en: "Bold" },
    keys: "$mod+KeyB",
    Icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "italic",
    title: { zh: "斜体", en: "Italic" },
    keys: "$mod+KeyI",
    Icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "underline",
    title: { zh: "下划线", en: "Underline" },
    keys: "$mod+KeyU",
    Icon: Underline,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
];
const listTools: readonly Tool[] = [
  {
    name: "bulletList",
    title: { zh: "项目列表", en: "Bulleted list" },
    Icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "orderedList",
    title: { zh: "编号列表", en: "Numbered list" },
    Icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

/** Space between the bar and the text, in px, and the height of the bar. */
const [gap, barHeight] = [10, 46];

/** The bar above a formatted text; below it where there is no room above. */
export function FormattedTextTools({ editor, element, frame }: { editor: Editor; element: HTMLElement; frame: Frame }) {
  const t = useText();
  const locale = useLocale();
  const [, update] = useReducer((count: number) => count + 1, 0);
  const [isLinking, setIsLinking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    editor.on("transaction", update);
    return () => void editor.off("transaction", update);
  }, [editor]);
  useEffect(() => {
    const textBox = editor.view.dom;
    function openLinkBar(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // Elsewhere these keys open the command palette.
      event.stopPropagation();
      // In the next frame, because browsers report a selection made by keys with a delay.
      requestAnimationFrame(() => setIsLinking(true));
    }
    textBox.addEventListener("keydown", openLinkBar);
    return () => textBox.removeEventListener("keydown", openLinkBar);
  }, [editor]);
  useLayoutEffect(() => {
    function place(): void {
      if (bar.current === null) return;
      const box = element.getBoundingClientRect();
      const [left, top, bottom] = [box.left * frame.zoom, box.top * frame.zoom, box.bottom * frame.zoom];
      const visibleTop = (frame.viewport?.scrollTop ?? 0) - barHeight / 2;
      const hasRoom = top - barHeight - gap > Math.max(0, visibleTop);
      // The page begins beside the edge of the area that shows it, where the bar may stand as well.
      const windowLeft = frame.viewport?.getBoundingClientRect().left ?? 0;
      const pageLeft = (bar.current.offsetParent?.getBoundingClientRect().left ?? 0) - windowLeft;
      const max = (frame.viewport?.clientWidth ?? bar.current.offsetWidth) - bar.current.offsetWidth - gap - pageLeft;
      bar.current.style.translate = `${Math.max(gap - pageLeft, Math.min(left, max))}px ${hasRoom ? top - gap : bottom + gap}px`;
      bar.current.dataset.side = hasRoom ? "above" : "below";
    }
    place();
    return frame.onLayout(place);
  }, [element, frame]);

  const toButton = ({ name, title, keys, Icon, run }: Tool) => (
    <ToolButton
      key={name}
      Icon={Icon}
      label={t(title)}
      title={keys === undefined ? t(title) : `${t(title)} ${keyLabel(keys)}`}
      isPressed={editor.isActive(name)}
      onClick={() => run(editor)}
    />
  );
  const color = editor.getAttributes("color").color as string | undefined;
  return (
    <div ref={bar} className="formatted-text-tools">
      <div className="panel">
        <EditorToolbar label={t(texts.tools)} onEscape={() => editor.view.focus()}>
          <ToolGroup>{markTools.map(toButton)}</ToolGroup>
          <ToolGroup>
            <select
              aria-label={t(texts.color)}
              title={t(texts.color)}
              className="color-choice"
              data-color={color}
              value={color ?? ""}
              onChange={({ target }) => {
                const chain = editor.chain().focus();
                if (target.value === "") chain.unsetMark("color").run();
                else chain.setMark("color", { color: target.value }).run();
              }}
            >
              <option value="">{t(texts.noColor)}</option>
              {palette.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name[locale]}
                </option>
              ))}
            </select>
          </ToolGroup>
          <ToolGroup>
            <ToolButton
              Icon={LinkIcon}
              label={t(texts.link)}
              title={`${t(texts.link)} ${keyLabel("$mod+KeyK")}`}
              isPressed={editor.isActive("link")}
              onClick={() => setIsLinking(true)}
            />
            {listTools.map(toButton)}
          </ToolGroup>
        </EditorToolbar>
        {isLinking && (
          <LinkBar
            editor={editor}
            id="formatted-text"
            href={String(editor.getAttributes("link").href ?? "")}
            locale={locale}
            onClose={() => setIsLinking(false)}
          />
        )}
      </div>
    </div>
  );
}
