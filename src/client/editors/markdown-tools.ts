import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  SquareCode,
  Strikethrough,
  Table,
} from "lucide-react";
import type { Locale, Text } from "#kit/text.ts";
import {
  insertBlock,
  insertCode,
  insertLink,
  type LineMark,
  type TextSelection,
  type TextEdit,
  toggleLines,
  toggleMark,
} from "#ui/markdown-edit.ts";

const words: Record<"text" | "code" | "column", Text> = {
  text: { zh: "文字", en: "text" },
  code: { zh: "代码", en: "code" },
  column: { zh: "列", en: "Column" },
};

export type MarkdownTool = {
  name: string;
  title: Text;
  keys?: string;
  Icon: LucideIcon;
  /** The edit of the text; absent for images, which are uploaded before they are inserted. */
  edit?: (selected: TextSelection, locale: Locale) => TextEdit;
};

const toggleMarkWith = (sign: string) => (selected: TextSelection, locale: Locale) =>
  toggleMark(selected, sign, words.text[locale]);
const toggleLinesWith = (kind: LineMark) => (selected: TextSelection) => toggleLines(selected, kind);

const tableOf = (locale: Locale) => {
  const name = words.column[locale];
  return `| ${name} 1 | ${name} 2 |\n| --- | --- |\n|  |  |`;
};

/** The buttons above a text in Markdown, in groups. */
export const markdownTools: readonly (readonly MarkdownTool[])[] = [
  [
    { name: "heading", title: { zh: "标题", en: "Heading" }, Icon: Heading2, edit: toggleLinesWith("heading") },
    { name: "bold", title: { zh: "粗体", en: "Bold" }, keys: "$mod+KeyB", Icon: Bold, edit: toggleMarkWith("**") },
    { name: "italic", title: { zh: "斜体", en: "Italic" }, keys: "$mod+KeyI", Icon: Italic, edit: toggleMarkWith("*") },
    { name: "strike", title: { zh: "删除线", en: "Strikethrough" }, Icon: Strikethrough, edit: toggleMarkWith("~~") },
    {
      name: "code",
      title: { zh: "行内代码", en: "Inline code" },
      keys: "$mod+KeyE",
      Icon: Code,
      edit: toggleMarkWith("`"),
    },
    {
      name: "link",
      title: { zh: "链接", en: "Link" },
      keys: "$mod+KeyK",
      Icon: Link,
      edit: (selected, locale) => insertLink(selected, words.text[locale]),
    },
  ],
  [
    { name: "bullet", title: { zh: "无序列表", en: "Bulleted list" }, Icon: List, edit: toggleLinesWith("bullet") },
    {
      name: "number",
      title: { zh: "有序列表", en: "Numbered list" },
      Icon: ListOrdered,
      edit: toggleLinesWith("number"),
    },
    { name: "quote", title: { zh: "引用", en: "Quote" }, Icon: Quote, edit: toggleLinesWith("quote") },
    {
      name: "codeBlock",
      title: { zh: "代码块", en: "Code block" },
      Icon: SquareCode,
      edit: (selected, locale) => insertCode(selected, words.code[locale]),
    },
  ],
  [
    { name: "picture", title: { zh: "插入图片", en: "Insert an image" }, Icon: ImagePlus },
    {
      name: "table",
      title: { zh: "插入表格", en: "Insert a table" },
      Icon: Table,
      edit: (selected, locale) => insertBlock(selected, tableOf(locale), `${words.column[locale]} 1`),
    },
    {
      name: "rule",
      title: { zh: "分隔线", en: "Divider" },
      Icon: Minus,
      edit: (selected) => insertBlock(selected, "---", ""),
    },
  ],
];
