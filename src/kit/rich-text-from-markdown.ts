import type { Token } from "markdown-it";
import { parseMarkdown } from "./markdown.ts";
import { storedPicturePattern } from "./picture.ts";
import {
  headingLevels,
  isLinkAddress,
  isRichText,
  markOrder,
  maxAlt,
  maxLevels,
  type RichMark,
  type RichText,
} from "./rich-text.ts";
import { firstCharacters } from "./text-length.ts";

/** A node under construction. */
type Loose = { type: string; attrs?: Record<string, unknown>; content?: Loose[]; text?: string; marks?: RichMark[] };
/** A node that is being parsed. `isThrough`: it is nested too deeply, so its children are added to its parent. */
type Open = Loose & { content: Loose[]; isThrough: boolean };

const containers: Readonly<Record<string, string>> = {
  blockquote: "blockquote",
  bullet_list: "bulletList",
  ordered_list: "orderedList",
  list_item: "listItem",
  paragraph: "paragraph",
  heading: "heading",
  table: "table",
  tr: "tableRow",
  th: "tableHeader",
  td: "tableCell",
};
/** Levels that these need below themselves. */
const needs: Readonly<Record<string, number>> = { blockquote: 2, bulletList: 3, orderedList: 3, table: 4 };
const structures = new Set(["listItem", "tableRow", "tableHeader", "tableCell"]);

const simpleMarks: Readonly<Record<string, "bold" | "italic" | "strike">> = {
  strong: "bold",
  em: "italic",
  s: "strike",
};

/** Chinese lines break anywhere: a line break between two Chinese characters is not a space. */
const isChinese = (character: string | undefined) =>
  character !== undefined && /[\u3000-\u9fff\uff00-\uffef]/.test(character);

/** Distinct marks, without unsafe links. */
function cleanMarks(marks: readonly RichMark[]): RichMark[] {
  const byType = new Map(marks.map((mark) => [mark.type, mark]));
  return markOrder
    .map((type) => byType.get(type))
    .filter((mark) => mark !== undefined && (mark.type !== "link" || isLinkAddress(mark.attrs.href))) as RichMark[];
}

function addWords(line: Loose[], text: string, all: readonly RichMark[]): void {
  if (text === "") return;
  const marks = cleanMarks(all);
  const last = line.at(-1);
  const isSame = last?.type === "text" && JSON.stringify(last.marks ?? []) === JSON.stringify(marks);
  if (isSame) last.text += text;
  else line.push({ type: "text", text, ...(marks.length > 0 && { marks }) });
}

function addPicture(line: Loose[], token: Token, marks: readonly RichMark[]): void {
  const src = String(token.attrGet("src"));
  const alt = (token.children ?? []).map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("");
  if (!storedPicturePattern.test(src)) addWords(line, alt, marks);
  else line.push({ type: "image", attrs: { src, ...(alt !== "" && { alt: firstCharacters(alt, maxAlt / 2) }) } });
}

/** The inline content of a line, including images. */
function lineOf(tokens: readonly Token[]): Loose[] {
  const line: Loose[] = [];
  const marks: RichMark[] = [];
  for (const [index, token] of tokens.entries()) {
    const { type, content } = token;
    const simple = simpleMarks[type.replace(/_(?:open|close)$/, "")];
    if (simple !== undefined && token.nesting === 1) marks.push({ type: simple });
    else if (simple !== undefined)
      marks.splice(
        marks.findLastIndex((mark) => mark.type === simple),
        1,
      );
    else if (type === "link_open") marks.push({ type: "link", attrs: { href: String(token.attrGet("href")) } });
    else if (type === "link_close")
      marks.splice(
        marks.findLastIndex((mark) => mark.type === "link"),
        1,
      );
    else if (type === "code_inline") addWords(line, content, [...marks, { type: "code" }]);
    else if (type === "image") addPicture(line, token, marks);
    else if (type === "hardbreak") line.push({ type: "hardBreak" });
    else if (type === "softbreak") {
      const [before, after] = [tokens[index - 1]?.content.at(-1), tokens[index + 1]?.content[0]];
      addWords(line, isChinese(before) && isChinese(after) ? "" : " ", marks);
    } else addWords(line, content, marks);
  }
  return line;
}

/** Wraps text directly in an item or a cell in paragraphs; a cell has exactly one. */
function paragraphsOf(line: readonly Loose[]): Loose[] {
  const blocks: Loose[] = [];
  let words: Loose[] = [];
  const end = () => {
    if (words.length > 0) blocks.push({ type: "paragraph", content: words });
    words = [];
  };
  for (const part of line) {
    if (part.type !== "image") {
      words.push(part);
      continue;
    }
    end();
    blocks.push(part);
  }
  end();
  return blocks;
}

/** A line without its pictures: their descriptions stand in their places. */
const textOnly = (line: readonly Loose[]): Loose[] =>
  line.flatMap((part) =>
    part.type !== "image"
      ? [part]
      : part.attrs?.alt === undefined
        ? []
        : [{ type: "text", text: String(part.attrs.alt) }],
  );

function attributesOf(token: Token, type: string): Pick<Loose, "attrs"> {
  const start = Number(token.attrGet("start") ?? 1);
  if (type === "heading")
    return { attrs: { level: Math.min(headingLevels.length, Math.max(1, Number(token.tag.slice(1)) - 1)) } };
  return type === "orderedList" && start !== 1 ? { attrs: { start: Math.min(start, 1_000_000) } } : {};
}

function codeBlockOf({ content, info }: Token): Loose {
  const text = content.replace(/\n$/, "");
  const language = /^[\w+#-]{1,20}/.exec(info)?.[0];
  return {
    type: "codeBlock",
    ...(language !== undefined && { attrs: { language } }),
    ...(text !== "" && { content: [{ type: "text", text }] }),
  };
}

/** The node with valid content: a cell has one paragraph, an item and a quote at least one, an empty paragraph no content. */
function closeNode({ type, attrs, content }: Open): Loose[] {
  const node = { type, ...(attrs !== undefined && { attrs }) };
  if (type === "paragraph") return paragraphsOf(content);
  if (type === "heading") return [{ ...node, content: textOnly(content) }];
  if (type.startsWith("table") && type !== "table" && type !== "tableRow") {
    const words = textOnly(content);
    return [{ ...node, content: [{ type: "paragraph", ...(words.length > 0 && { content: words }) }] }];
  }
  return [{ ...node, content: content.length > 0 ? content : [{ type: "paragraph" }] }];
}

/**
 * Converts Markdown to a formatted text; null when it is empty. Images of other hosts become text, as on pages, and content that is nested too deeply
 * moves up.
 */
export function richTextFromMarkdown(text: string): RichText | null {
  const root: Open = { type: "doc", content: [], isThrough: false };
  const open: Open[] = [root];
  /** Levels below the document of the innermost node that is one. */
  const level = () => open.filter(({ isThrough }) => !isThrough).length - 1;
  for (const token of parseMarkdown(text)) {
    const inside = open.at(-1)!;
    const type = containers[token.type.replace(/_(?:open|close)$/, "")];
    if (type !== undefined && token.nesting === 1) {
      const isPart = structures.has(type);
      const isThrough = isPart ? inside.isThrough : level() + 1 + (needs[type] ?? 1) > maxLevels;
      open.push({ type, ...attributesOf(token, type), content: [], isThrough });
    } else if (type !== undefined && token.nesting === -1) {
      open.pop();
      const parent = open.at(-1)!;
      const isCell = inside.type === "tableHeader" || inside.type === "tableCell";
      parent.content.push(
        ...(!inside.isThrough ? closeNode(inside) : isCell ? paragraphsOf(inside.content) : inside.content),
      );
    } else if (token.type === "inline") inside.content.push(...lineOf(token.children ?? []));
    else if (token.type === "hr") inside.content.push({ type: "horizontalRule" });
    else if (token.type === "fence" || token.type === "code_block") inside.content.push(codeBlockOf(token));
  }
  const document: unknown = { type: "doc", content: root.content };
  return isRichText(document, Number.POSITIVE_INFINITY) ? document : null;
}
