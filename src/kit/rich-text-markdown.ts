import {
  markOrder,
  childNodesOf,
  type RichBlock,
  type RichInline,
  type RichItem,
  type RichMark,
  type RichParagraph,
  type RichText,
  type RichTextNode,
  textOf,
} from "./rich-text.ts";

/** Markdown has no signs for the other marks, which only texts on a canvas have. */
const markSigns: Partial<Record<RichMark["type"], string>> = { bold: "**", italic: "*", strike: "~~" };

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Escapes the characters that Markdown would interpret. An underscore within a word is literal anyway. */
const escapeText = (text: string) =>
  text.replace(/[\\`*[\]<~|_&]/g, (sign, offset: number) => {
    if (sign === "_" && isWordCharacter(text[offset - 1]) && isWordCharacter(text[offset + 1])) return sign;
    if (sign === "&" && !/^&(?:#|[a-z])/i.test(text.slice(offset, offset + 2))) return sign;
    return `\\${sign}`;
  });

/** Escapes a line that would become a heading, a list, a quote or a rule. */
const escapedStart = (line: string) =>
  line.replace(/^(\s*)([#+\->=])/, "$1\\$2").replace(/^(\s*\d{1,9})([.)])/, "$1\\$2");

function codeMarkdown(code: string, isCell: boolean): string {
  // A bar would end the table cell, even within code.
  const text = isCell ? code.replaceAll("|", "\\|") : code;
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${padding}${text}${padding}${fence}`;
}

const linkDestination = (href: string) =>
  /[\s()<>]/.test(href) ? `<${href.replace(/[<>]/g, encodeURIComponent)}>` : href;

const marksOf = ({ marks = [] }: RichTextNode): RichMark[] =>
  marks.toSorted((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type));
const isSameMark = (one: RichMark, other: RichMark | undefined) => JSON.stringify(one) === JSON.stringify(other);
const sharedMarks = (marks: readonly RichMark[], otherMarks: readonly RichMark[]) =>
  marks.filter((mark) => otherMarks.some((other) => isSameMark(mark, other)));

type Segment = { text: string; marks: RichMark[] } | "break";

/** Markdown marks must touch words: blanks at the edges of a marked text are moved outside. */
function segmentsOf(content: readonly RichInline[]): Segment[] {
  const marksAt = (index: number): RichMark[] => {
    const node = content[index];
    return node?.type === "text" ? marksOf(node) : [];
  };
  return content.flatMap((node, index): Segment[] => {
    if (node.type === "hardBreak") return ["break"];
    const marks = marksOf(node);
    if (marks.some(({ type }) => type === "code")) return [{ text: node.text, marks }];
    const start = node.text.length - node.text.trimStart().length;
    const end = Math.max(start, node.text.trimEnd().length);
    return [
      { text: node.text.slice(0, start), marks: sharedMarks(marks, marksAt(index - 1)) },
      { text: node.text.slice(start, end), marks },
      { text: node.text.slice(end), marks: sharedMarks(marks, marksAt(index + 1)) },
    ].filter(({ text }) => text !== "");
  });
}

function inlineMarkdown(content: readonly RichInline[], lineBreak: string, isCell = false): string {
  const openMarks: RichMark[] = [];
  let line = "";
  const closeMark = () => {
    const mark = openMarks.pop()!;
    if (mark.type === "link") line += `](${linkDestination(mark.attrs.href)})`;
    else if (mark.type !== "code") line += markSigns[mark.type] ?? "";
  };
  for (const segment of segmentsOf(content)) {
    const marks = segment === "break" ? [] : segment.marks.filter(({ type }) => type !== "code");
    const firstDifference = marks.findIndex((mark, index) => !isSameMark(mark, openMarks[index]));
    while (openMarks.length > (firstDifference === -1 ? marks.length : firstDifference)) closeMark();
    for (const mark of marks.slice(openMarks.length)) {
      openMarks.push(mark);
      if (mark.type === "link") line += "[";
      else if (mark.type !== "code") line += markSigns[mark.type] ?? "";
    }
    if (segment === "break") line += lineBreak;
    else
      line += segment.marks.some(({ type }) => type === "code")
        ? codeMarkdown(segment.text, isCell)
        : escapeText(segment.text);
  }
  while (openMarks.length > 0) closeMark();
  return line.trim();
}

const paragraphMarkdown = ({ content = [] }: RichParagraph) =>
  inlineMarkdown(content, "\\\n").split("\n").map(escapedStart).join("\n");

const indentLines = (text: string, first: string, nextIndent: string) =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? first + line : line === "" ? "" : nextIndent + line))
    .join("\n");

function listMarkdown(items: readonly RichItem[], markOf: (index: number) => string): string {
  const isTight = items.every(({ content: [, ...rest] }) => rest.every(({ type }) => type.endsWith("List")));
  return items
    .map((item, index) => {
      const mark = markOf(index);
      return indentLines(blocksMarkdown(item.content, isTight ? "\n" : "\n\n"), mark, " ".repeat(mark.length));
    })
    .join(isTight ? "\n" : "\n\n");
}

function tableMarkdown({ content }: RichBlock & { type: "table" }): string {
  const width = Math.max(...content.map((row) => row.content.length));
  const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = content.map((row) => {
    const cells = row.content.map(({ content: [paragraph] }) => inlineMarkdown(paragraph.content ?? [], "<br>", true));
    return lineOf([...cells, ...Array.from({ length: width - cells.length }, () => "")]);
  });
  const hasHead = content[0]!.content.every(({ type }) => type === "tableHeader");
  const head = hasHead ? lines.shift()! : lineOf(Array.from({ length: width }, () => ""));
  return [head, lineOf(Array.from({ length: width }, () => "---")), ...lines].join("\n");
}

function codeBlockMarkdown(block: RichBlock & { type: "codeBlock" }): string {
  const text = textOf(block);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${block.attrs?.language ?? ""}\n${text}\n${fence}`;
}

function blockMarkdown(block: RichBlock, isSecondList: boolean): string {
  switch (block.type) {
    case "paragraph":
      return paragraphMarkdown(block);
    case "heading":
      return `${"#".repeat(block.attrs.level)} ${inlineMarkdown(block.content ?? [], " ")}`;
    case "codeBlock":
      return codeBlockMarkdown(block);
    case "blockquote":
      return indentLines(blocksMarkdown(block.content), "> ", "> ").replaceAll(/^$/gm, ">");
    case "bulletList":
      return listMarkdown(block.content, () => (isSecondList ? "* " : "- "));
    case "orderedList": {
      const start = block.attrs?.start ?? 1;
      return listMarkdown(block.content, (index) => `${start + index}${isSecondList ? ")" : "."} `);
    }
    case "horizontalRule":
      return "---";
    case "image":
      return `![${escapeText(block.attrs.alt ?? "").replaceAll(/\s+/g, " ")}](${block.attrs.src})`;
    case "table":
      return tableMarkdown(block);
  }
}

function blocksMarkdown(blocks: readonly RichBlock[], between = "\n\n"): string {
  let isSecondList = false;
  const texts = blocks.map((block, index) => {
    // Two consecutive lists of one kind would merge: the second uses another marker.
    isSecondList = block.type.endsWith("List") && block.type === blocks[index - 1]?.type && !isSecondList;
    return blockMarkdown(block, isSecondList);
  });
  return texts.filter((text) => text !== "").join(between);
}

/**
 * Converts a formatted text to Markdown for exported files; `richTextFromMarkdown` parses it. Markdown cannot express empty paragraphs and line
 * breaks in headings: they are left out.
 */
export const richTextMarkdown = (text: RichText): string => blocksMarkdown(text.content);

/** The plain text of a formatted text, for the search index and short views. */
export const richTextWords = (text: RichText): string => childNodesOf(text).map(textOf).join("\n");
