import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from "lucide-react";
import type { Text } from "#kit/text.ts";

/** Functions that ask for what a tool needs: the target of a link, or an image file. */
export type ToolPrompts = { link: () => void; picture: () => void };

export type Tool = {
  name: string;
  title: Text;
  /** The shortcut shown in the tooltip, in the syntax of ui/command.ts; the editor itself binds it. */
  keys?: string;
  Icon: LucideIcon;
  /** Whether the formatting is active at the cursor; absent for tools that are not toggles. */
  isActive?: (editor: Editor) => boolean;
  isEnabled?: (editor: Editor) => boolean;
  run: (editor: Editor, prompts: ToolPrompts) => unknown;
};

const heading = (level: 1 | 2 | 3, Icon: LucideIcon): Tool => ({
  name: `heading${level}`,
  title: { zh: `${["一", "二", "三"][level - 1]}级标题`, en: `Heading ${level}` },
  keys: `$mod+Alt+${level}`,
  Icon,
  isActive: (editor) => editor.isActive("heading", { level }),
  isEnabled: (editor) => editor.can().toggleHeading({ level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

/** The buttons above a formatted text, in groups. */
export const tools: readonly (readonly Tool[])[] = [
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    {
      name: "bold",
      title: { zh: "粗体", en: "Bold" },
      keys: "$mod+KeyB",
      Icon: Bold,
      isActive: (editor) => editor.isActive("bold"),
      isEnabled: (editor) => editor.can().toggleBold(),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      name: "italic",
      title: { zh: "斜体", en: "Italic" },
      keys: "$mod+KeyI",
      Icon: Italic,
      isActive: (editor) => editor.isActive("italic"),
      isEnabled: (editor) => editor.can().toggleItalic(),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      name: "strike",
      title: { zh: "删除线", en: "Strikethrough" },
      keys: "$mod+Shift+KeyS",
      Icon: Strikethrough,
      isActive: (editor) => editor.isActive("strike"),
      isEnabled: (editor) => editor.can().toggleStrike(),
      run: (editor) => editor.chain().focus().toggleStrike().run(),
    },
    {
      name: "code",
      title: { zh: "行内代码", en: "Inline code" },
      keys: "$mod+KeyE",
      Icon: Code,
      isActive: (editor) => editor.isActive("code"),
      isEnabled: (editor) => editor.can().toggleCode(),
      run: (editor) => editor.chain().focus().toggleCode().run(),
    },
    {
      name: "link",
      title: { zh: "链接", en: "Link" },
      keys: "$mod+KeyK",
      Icon: Link,
      isActive: (editor) => editor.isActive("link"),
      isEnabled: (editor) => !editor.isActive("codeBlock"),
      run: (_editor, prompts) => prompts.link(),
    },
  ],
  [
    {
      name: "bulletList",
      title: { zh: "无序列表", en: "Bulleted list" },
      keys: "$mod+Shift+8",
      Icon: List,
      isActive: (editor) => editor.isActive("bulletList"),
      isEnabled: (editor) => editor.can().toggleBulletList(),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: "orderedList",
      title: { zh: "有序列表", en: "Numbered list" },
      keys: "$mod+Shift+7",
      Icon: ListOrdered,
      isActive: (editor) => editor.isActive("orderedList"),
      isEnabled: (editor) => editor.can().toggleOrderedList(),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: "blockquote",
      title: { zh: "引用", en: "Quote" },
      keys: "$mod+Shift+KeyB",
      Icon: Quote,
      isActive: (editor) => editor.isActive("blockquote"),
      isEnabled: (editor) => editor.can().toggleBlockquote(),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: "codeBlock",
      title: { zh: "代码块", en: "Code block" },
      keys: "$mod+Alt+KeyC",
      Icon: SquareCode,
      isActive: (editor) => editor.isActive("codeBlock"),
      isEnabled: (editor) => editor.can().toggleCodeBlock(),
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
  ],
  [
    {
      name: "picture",
      title: { zh: "插入图片", en: "Insert an image" },
      Icon: ImagePlus,
      isEnabled: (editor) => editor.can().setImage({ src: "" }),
      run: (_editor, prompts) => prompts.picture(),
    },
    {
      name: "table",
      title: { zh: "插入表格", en: "Insert a table" },
      Icon: Table,
      isEnabled: (editor) => !editor.isActive("table"),
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    {
      name: "horizontalRule",
      title: { zh: "分隔线", en: "Divider" },
      Icon: Minus,
      isEnabled: (editor) => editor.can().setHorizontalRule(),
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      name: "undo",
      title: { zh: "撤销", en: "Undo" },
      keys: "$mod+KeyZ",
      Icon: Undo2,
      isEnabled: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      name: "redo",
      title: { zh: "重做", en: "Redo" },
      keys: "$mod+Shift+KeyZ",
      Icon: Redo2,
      isEnabled: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];

/** Commands for the table at the cursor. */
export const tableTools = [
  { command: "addRowBefore", title: { zh: "上方插入行", en: "Row above" } },
  { command: "addRowAfter", title: { zh: "下方插入行", en: "Row below" } },
  { command: "addColumnBefore", title: { zh: "左侧插入列", en: "Column left" } },
  { command: "addColumnAfter", title: { zh: "右侧插入列", en: "Column right" } },
  { command: "toggleHeaderRow", title: { zh: "切换表头", en: "Header row" } },
  { command: "deleteRow", title: { zh: "删除行", en: "Delete row" } },
  { command: "deleteColumn", title: { zh: "删除列", en: "Delete column" } },
  { command: "deleteTable", title: { zh: "删除表格", en: "Delete table" } },
] as const;
