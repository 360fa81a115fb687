import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { Check, Trash2, Unlink, X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isLinkAddress, maxAltCharacters } from "#kit/rich-text.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { keyLabel } from "#ui/command.ts";
import { Input } from "#ui/input.tsx";
import { ToolButton, ToolGroup, EditorToolbar } from "#ui/toolbar.tsx";
import { tableTools, tools } from "./rich-text-tools.ts";

const texts = {
  tools: { zh: "格式", en: "Formatting" },
  table: { zh: "表格", en: "Table" },
  link: { zh: "链接地址", en: "Link address" },
  apply: { zh: "确定", en: "Apply" },
  unlink: { zh: "移除链接", en: "Remove link" },
  close: { zh: "关闭", en: "Close" },
  invalid: {
    zh: "请输入以 /、#、https://、tel: 或 mailto: 开头的链接",
    en: "Enter a link that begins with /, #, https://, tel: or mailto:",
  },
  alt: { zh: "图片说明", en: "Image description" },
  altHint: { zh: "供读屏软件和搜索引擎使用", en: "For screen readers and search engines" },
  removePicture: { zh: "移除图片", en: "Remove image" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The formatting at the cursor, which the bars show. */
type CursorState = {
  activeTools: string[];
  disabledTools: string[];
  isInTable: boolean;
  href: string;
  /** The description of the selected picture; absent when no picture is selected. */
  alt?: string;
};

function cursorStateOf(editor: Editor): CursorState {
  const allTools = tools.flat();
  const { selection } = editor.state;
  const picture =
    selection instanceof NodeSelection && selection.node.type.name === "image" ? selection.node : undefined;
  return {
    activeTools: allTools.filter(({ isActive }) => isActive?.(editor)).map(({ name }) => name),
    disabledTools: allTools.filter(({ isEnabled }) => isEnabled?.(editor) === false).map(({ name }) => name),
    isInTable: editor.isActive("table"),
    href: String(editor.getAttributes("link").href ?? ""),
    ...(picture === undefined ? {} : { alt: String(picture.attrs.alt ?? "") }),
  };
}

const emptyCursorState: CursorState = { activeTools: [], disabledTools: [], isInTable: false, href: "" };

/** The formatting at the cursor. The object stays the same until the formatting changes. */
function useCursorState(editor: Editor | undefined): CursorState {
  const subscribe = useCallback(
    (notify: () => void) => {
      editor?.on("transaction", notify);
      return () => void editor?.off("transaction", notify);
    },
    [editor],
  );
  const snapshot = () =>
    JSON.stringify(editor === undefined || editor.isDestroyed ? emptyCursorState : cursorStateOf(editor));
  const serializedState = useSyncExternalStore(subscribe, snapshot, () => JSON.stringify(emptyCursorState));
  return useMemo(() => JSON.parse(serializedState) as CursorState, [serializedState]);
}

/** Adds the protocol to an address such as "example.com/a". */
const withProtocol = (address: string) =>
  !isLinkAddress(address) && /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#:]|$)/u.test(address)
    ? `https://${address}`
    : address;

function setLink(editor: Editor, href: string): void {
  editor.view.focus();
  const isNew = editor.state.selection.empty && !editor.isActive("link");
  const chain = editor.chain().focus();
  if (isNew) chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
  else chain.extendMarkRange("link").setLink({ href }).run();
  // Text typed after the link is not part of it.
  editor.chain().setTextSelection(editor.state.selection.to).unsetMark("link").run();
}

type LinkBarProps = { editor: Editor; id: string; href: string; locale: Locale; onClose: () => void };

/** The target of a link. Enter applies it, Escape discards the change. */
export function LinkBar({ editor, id, href, locale, onClose }: LinkBarProps) {
  const [address, setAddress] = useState(href);
  const [isInvalid, setIsInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const apply = () => {
    const next = withProtocol(address.trim());
    if (!isLinkAddress(next)) return setIsInvalid(true);
    setLink(editor, next);
    onClose();
  };
  return (
    <div
      role="group"
      aria-label={texts.link[locale]}
      className="grid gap-1 border-b border-line bg-paper-2 p-2"
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return;
        if (event.key === "Enter" && event.target !== input.current) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Enter") return apply();
        onClose();
        editor.view.focus();
      }}
    >
      <span className="flex items-center gap-1">
        <Input
          ref={input}
          aria-label={texts.link[locale]}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-link-problem` : undefined}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setIsInvalid(false);
          }}
        />
        <Button kind="primary" size="icon" aria-label={texts.apply[locale]} title={texts.apply[locale]} onClick={apply}>
          <Check {...icon} />
        </Button>
        {href !== "" && (
          <Button
            kind="quiet"
            size="icon"
            aria-label={texts.unlink[locale]}
            title={texts.unlink[locale]}
            onClick={() => {
              editor.chain().focus().extendMarkRange("link").unsetLink().run();
              onClose();
            }}
          >
            <Unlink {...icon} />
          </Button>
        )}
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.close[locale]}
          title={texts.close[locale]}
          onClick={() => {
            onClose();
            editor.view.focus();
          }}
        >
          <X {...icon} />
        </Button>
      </span>
      {isInvalid && (
        <p id={`${id}-link-problem`} role="alert" className="text-sm text-danger">
          {texts.invalid[locale]}
        </p>
      )}
    </div>
  );
}

/** Edits the description of the selected picture; every keystroke is applied at once. */
function PictureBar({ editor, alt, locale }: { editor: Editor; alt: string; locale: Locale }) {
  return (
    <div
      role="group"
      aria-label={texts.alt[locale]}
      className="flex items-center gap-1 border-b border-line bg-paper-2 p-2"
    >
      <Input
        aria-label={texts.alt[locale]}
        placeholder={`${texts.alt[locale]} · ${texts.altHint[locale]}`}
        maxLength={maxAltCharacters}
        value={alt}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          editor.view.focus();
        }}
        onChange={({ target }) => {
          const { state, view } = editor;
          // Updated in place, so that the image stays selected.
          view.dispatch(
            state.tr.setNodeAttribute(state.selection.from, "alt", target.value === "" ? null : target.value),
          );
        }}
      />
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.removePicture[locale]}
        title={texts.removePicture[locale]}
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        <Trash2 {...icon} />
      </Button>
    </div>
  );
}

function TableBar({ editor, locale }: { editor: Editor; locale: Locale }) {
  return (
    <div
      role="group"
      aria-label={texts.table[locale]}
      className="flex gap-1 overflow-x-auto border-b border-line bg-paper-2 px-1.5 py-1 sm:flex-wrap"
    >
      {tableTools.map(({ command, title }) => (
        <button
          key={command}
          type="button"
          className="min-h-8 rounded-sm px-2 text-sm whitespace-nowrap text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:min-h-11"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus()[command]().run()}
        >
          {title[locale]}
        </button>
      ))}
    </div>
  );
}

type BarsProps = {
  editor: Editor | undefined;
  id: string;
  locale: Locale;
  disabled: boolean;
  onPicture: () => void;
};

/** The toolbar of a formatted text, and below it the bar of the link, image or table at the cursor. */
export function RichTextBars({ editor, id, locale, disabled, onPicture }: BarsProps) {
  const cursorState = useCursorState(editor);
  const [isLinking, setIsLinking] = useState(false);
  const prompts = { link: () => setIsLinking(true), picture: onPicture };
  useEffect(() => {
    if (editor === undefined) return;
    const textBox = editor.view.dom;
    const openLinkBar = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // Outside the editor these keys open the command palette.
      event.stopPropagation();
      // In the next frame, because browsers report a selection made by keys with a delay.
      requestAnimationFrame(() => setIsLinking(true));
    };
    textBox.addEventListener("keydown", openLinkBar);
    return () => textBox.removeEventListener("keydown", openLinkBar);
  }, [editor]);
  return (
    <div>
      <EditorToolbar label={texts.tools[locale]} onEscape={() => editor?.view.focus()}>
        {tools.map((group, index) => (
          <ToolGroup key={index}>
            {group.map((tool) => (
              <ToolButton
                key={tool.name}
                Icon={tool.Icon}
                label={tool.title[locale]}
                title={tool.keys === undefined ? tool.title[locale] : `${tool.title[locale]} ${keyLabel(tool.keys)}`}
                isDisabled={disabled || editor === undefined || cursorState.disabledTools.includes(tool.name)}
                {...(tool.isActive === undefined ? {} : { isPressed: cursorState.activeTools.includes(tool.name) })}
                onClick={() => {
                  if (editor === undefined) return;
                  // Focus at once, so that the next key goes into the text.
                  editor.view.focus();
                  tool.run(editor, prompts);
                }}
              />
            ))}
          </ToolGroup>
        ))}
      </EditorToolbar>
      {editor !== undefined && !disabled && isLinking && (
        <LinkBar editor={editor} id={id} href={cursorState.href} locale={locale} onClose={() => setIsLinking(false)} />
      )}
      {editor !== undefined && !disabled && cursorState.alt !== undefined && (
        <PictureBar editor={editor} alt={cursorState.alt} locale={locale} />
      )}
      {editor !== undefined && !disabled && cursorState.isInTable && <TableBar editor={editor} locale={locale} />}
    </div>
  );
}
