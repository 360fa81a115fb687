import type { Token } from "markdown-it";
import { parseMarkdown } from "./markdown.ts";
import { localPicturePattern } from "./picture.ts";
import {
  headingLevels,
  isLinkAddress,
  isRichText,
  markOrder,
  maxAltCharacters,
  maxLevels,
  type RichMark,
  type RichText,
} from "./rich-text.ts";
import { firstCharacters } from "./text-length.ts";

/** A node under construction. */
type DraftNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DraftNode[];
  text?: string;
  marks?: RichMark[];
};
/** A node that is being parsed. `isUnwrapped`: it is nested too deeply, so its children are added to its parent. */
type OpenNode = DraftNode & { content: DraftNode[]; isUnwrapped: boolean };

const containerTypes: Readonly<Record<string, string>> = {
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
/** The number of levels inside these nodes that their own structure needs: a table contains rows, cells, paragraphs and texts. */
const levelsInside: Readonly<Record<string, number>> = { blockquote: 2, bulletList: 3, orderedList: 3, table: 4 };
const innerTypes = new Set(["listItem", "tableRow", "tableHeader", "tableCell"]);

const markOfToken: Readonly<Record<string, "bold" | "italic" | "strike">> = {
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

function addText(nodes: DraftNode[], text: string, allMarks: readonly RichMark[]): void {
  if (text === "") return;
  const marks = cleanMarks(allMarks);
  const last = nodes.at(-1);
  const hasSameMarks = last?.type === "text" && JSON.stringify(last.marks ?? []) === JSON.stringify(marks);
  if (hasSameMarks) last.text += text;
  else nodes.push({ type: "text", text, ...(marks.length > 0 && { marks }) });
}

function addImage(nodes: DraftNode[], token: Token, marks: readonly RichMark[]): void {
  const src = String(token.attrGet("src"));
  const alt = (token.children ?? []).map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("");
  if (!localPicturePattern.test(src)) addText(nodes, alt, marks);
  else
    nodes.push({ type: "image", attrs: { src, ...(alt !== "" && { alt: firstCharacters(alt, maxAltCharacters) }) } });
}

/** The inline content of a line, including images. */
function inlineNodesOf(tokens: readonly Token[]): DraftNode[] {
  const nodes: DraftNode[] = [];
  const marks: RichMark[] = [];
  for (const [index, token] of tokens.entries()) {
    const { type, content } = token;
    const simpleMark = markOfToken[type.replace(/_(?:open|close)$/, "")];
    if (simpleMark !== undefined && token.nesting === 1) marks.push({ type: simpleMark });
    else if (simpleMark !== undefined)
      marks.splice(
        marks.findLastIndex((mark) => mark.type === simpleMark),
        1,
      );
    else if (type === "link_open") marks.push({ type: "link", attrs: { href: String(token.attrGet("href")) } });
    else if (type === "link_close")
      marks.splice(
        marks.findLastIndex((mark) => mark.type === "link"),
        1,
      );
    else if (type === "code_inline") addText(nodes, content, [...marks, { type: "code" }]);
    else if (type === "image") addImage(nodes, token, marks);
    else if (type === "hardbreak") nodes.push({ type: "hardBreak" });
    else if (type === "softbreak") {
      const [before, after] = [tokens[index - 1]?.content.at(-1), tokens[index + 1]?.content[0]];
      addText(nodes, isChinese(before) && isChinese(after) ? "" : " ", marks);
    } else addText(nodes, content, marks);
  }
  return nodes;
}

/** Wraps text directly in an item or a cell in paragraphs; a cell has exactly one. */
function paragraphsOf(nodes: readonly DraftNode[]): DraftNode[] {
  const blocks: DraftNode[] = [];
  let inlineNodes: DraftNode[] = [];
  const closeParagraph = () => {
    if (inlineNodes.length > 0) blocks.push({ type: "paragraph", content: inlineNodes });
    inlineNodes = [];
  };
  for (const node of nodes) {
    if (node.type !== "image") {
      inlineNodes.push(node);
      continue;
    }
    closeParagraph();
    blocks.push(node);
  }
  closeParagraph();
  return blocks;
}

/** Replaces images with their descriptions as text; images without a description are removed. */
const replaceImages = (nodes: readonly DraftNode[]): DraftNode[] =>
  nodes.flatMap((node) => {
    if (node.type !== "image") return [node];
    return node.attrs?.alt === undefined ? [] : [{ type: "text", text: String(node.attrs.alt) }];
  });

function attributesOf(token: Token, type: string): Pick<DraftNode, "attrs"> {
  const start = Number(token.attrGet("start") ?? 1);
  if (type === "heading")
    return { attrs: { level: Math.min(headingLevels.length, Math.max(1, Number(token.tag.slice(1)) - 1)) } };
  return type === "orderedList" && start !== 1 ? { attrs: { start: Math.min(start, 1_000_000) } } : {};
}

function codeBlockOf({ content, info }: Token): DraftNode {
  const text = content.replace(/\n$/, "");
  const language = /^[\w+#-]{1,20}/.exec(info)?.[0];
  return {
    type: "codeBlock",
    ...(language !== undefined && { attrs: { language } }),
    ...(text !== "" && { content: [{ type: "text", text }] }),
  };
}

/** The node with valid content: a cell has one paragraph, an item and a quote at least one, an empty paragraph no content. */
function closeNode({ type, attrs, content }: OpenNode): DraftNode[] {
  const node = { type, ...(attrs !== undefined && { attrs }) };
  if (type === "paragraph") return paragraphsOf(content);
  if (type === "heading") return [{ ...node, content: replaceImages(content) }];
  if (type.startsWith("table") && type !== "table" && type !== "tableRow") {
    const textNodes = replaceImages(content);
    return [{ ...node, content: [{ type: "paragraph", ...(textNodes.length > 0 && { content: textNodes }) }] }];
  }
  return [{ ...node, content: content.length > 0 ? content : [{ type: "paragraph" }] }];
}

/**
 * Converts Markdown to a formatted text; null when it is empty. Images of other hosts become text, as on pages. Nodes that are nested too deeply
 * are unwrapped.
 */
export function richTextFromMarkdown(text: string): RichText | null {
  const root: OpenNode = { type: "doc", content: [], isUnwrapped: false };
  const openNodes: OpenNode[] = [root];
  /** The depth below the document of the innermost open node that is not unwrapped. */
  const currentLevel = () => openNodes.filter(({ isUnwrapped }) => !isUnwrapped).length - 1;
  for (const token of parseMarkdown(text)) {
    const innermost = openNodes.at(-1)!;
    const type = containerTypes[token.type.replace(/_(?:open|close)$/, "")];
    if (type !== undefined && token.nesting === 1) {
      const isInner = innerTypes.has(type);
      const isUnwrapped = isInner ? innermost.isUnwrapped : currentLevel() + 1 + (levelsInside[type] ?? 1) > maxLevels;
      openNodes.push({ type, ...attributesOf(token, type), content: [], isUnwrapped });
    } else if (type !== undefined && token.nesting === -1) {
      openNodes.pop();
      const parent = openNodes.at(-1)!;
      const isCell = innermost.type === "tableHeader" || innermost.type === "tableCell";
      if (!innermost.isUnwrapped) parent.content.push(...closeNode(innermost));
      else parent.content.push(...(isCell ? paragraphsOf(innermost.content) : innermost.content));
    } else if (token.type === "inline") innermost.content.push(...inlineNodesOf(token.children ?? []));
    else if (token.type === "hr") innermost.content.push({ type: "horizontalRule" });
    else if (token.type === "fence" || token.type === "code_block") innermost.content.push(codeBlockOf(token));
  }
  const document: unknown = { type: "doc", content: root.content };
  return isRichText(document, Number.POSITIVE_INFINITY) ? document : null;
}
