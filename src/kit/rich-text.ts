import { storedPicturePattern } from "./picture.ts";
import { safeUrl } from "./url.ts";

/**
 * A formatted text, as a tree of these nodes and marks: a ProseMirror document, written by the editor of the `editor` field. Attributes with default
 * values are omitted. It contains no HTML.
 */
export type RichText = { type: "doc"; content: RichBlock[] };

export type RichMark = { type: "bold" | "italic" | "strike" | "code" } | { type: "link"; attrs: { href: string } };
export type RichTextNode = { type: "text"; text: string; marks?: RichMark[] };
export type RichInline = RichTextNode | { type: "hardBreak" };
export type RichParagraph = { type: "paragraph"; content?: RichInline[] };
export type RichItem = { type: "listItem"; content: RichBlock[] };
export type RichCell = { type: "tableHeader" | "tableCell"; content: [RichParagraph] };
export type RichRow = { type: "tableRow"; content: RichCell[] };
export type RichBlock =
  | RichParagraph
  /** Level 1 comes below the heading of the page: `<h2>`. */
  | { type: "heading"; attrs: { level: number }; content?: RichInline[] }
  | { type: "codeBlock"; attrs?: { language: string }; content?: RichTextNode[] }
  | { type: "blockquote"; content: RichBlock[] }
  | { type: "bulletList"; content: RichItem[] }
  | { type: "orderedList"; attrs?: { start: number }; content: RichItem[] }
  | { type: "horizontalRule" }
  | { type: "image"; attrs: { src: string; alt?: string } }
  | { type: "table"; content: RichRow[] };
export type RichNode = RichText | RichBlock | RichItem | RichRow | RichCell | RichInline;

/** The levels that headings have; the deepest is `<h6>`. */
export const headingLevels = [1, 2, 3, 4, 5] as const;
/** Levels of nodes below the document. */
export const maxLevels = 14;
/** Nodes of a document. */
const maxNodes = 20_000;
const maxHref = 2000;
/** The longest description of a picture, in UTF-16 units. */
export const maxAlt = 500;
/** The nesting order of marks, outermost first. */
export const markOrder = ["link", "bold", "italic", "strike", "code"] as const;

type Test = (value: unknown) => boolean;
/** The attributes of a node or mark; `needs`: the required ones. */
type Attributes = { has?: Record<string, Test>; needs?: readonly string[] };
/** The children that a node may have, how many, and the marks of its texts. */
type Rule = Attributes & { holds: readonly string[]; min?: number; max?: number; marks?: readonly string[] };

const inline = ["text", "hardBreak"];
const blocks = [
  "paragraph",
  "heading",
  "codeBlock",
  "blockquote",
  "bulletList",
  "orderedList",
  "horizontalRule",
  "image",
  "table",
];
const isIntegerIn =
  (from: number, to: number): Test =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
const isTextOf =
  (max: number): Test =>
  (value) =>
    typeof value === "string" && value !== "" && value.length <= max;

const rules: Record<string, Rule> = {
  doc: { holds: blocks, min: 1 },
  paragraph: { holds: inline },
  heading: { holds: inline, has: { level: isIntegerIn(1, headingLevels.length) }, needs: ["level"] },
  codeBlock: {
    holds: ["text"],
    marks: [],
    has: { language: (value) => typeof value === "string" && /^[\w+#-]{1,20}$/.test(value) },
  },
  blockquote: { holds: blocks, min: 1 },
  bulletList: { holds: ["listItem"], min: 1 },
  orderedList: { holds: ["listItem"], min: 1, has: { start: isIntegerIn(0, 1_000_000) } },
  listItem: { holds: blocks, min: 1 },
  horizontalRule: { holds: [], max: 0 },
  image: {
    holds: [],
    max: 0,
    has: { src: (value) => isTextOf(300)(value) && storedPicturePattern.test(String(value)), alt: isTextOf(maxAlt) },
    needs: ["src"],
  },
  table: { holds: ["tableRow"], min: 1, max: 500 },
  tableRow: { holds: ["tableHeader", "tableCell"], min: 1, max: 50 },
  tableHeader: { holds: ["paragraph"], min: 1, max: 1 },
  tableCell: { holds: ["paragraph"], min: 1, max: 1 },
  hardBreak: { holds: [], max: 0 },
};

/** Whether an address may be the target of a link. */
export const isLinkAddress = (href: unknown): boolean => isTextOf(maxHref)(href) && href === safeUrl(href);

const markRules: Record<string, Attributes> = {
  bold: {},
  italic: {},
  strike: {},
  code: {},
  link: {
    has: { href: isLinkAddress },
    needs: ["href"],
  },
};
const allMarks = Object.keys(markRules);

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const hasOnly = (value: Plain, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name));
const ruleOf = <R>(all: Readonly<Record<string, R>>, type: unknown): R | undefined =>
  typeof type === "string" && Object.hasOwn(all, type) ? all[type] : undefined;

function hasGoodAttributes({ attrs }: Plain, { has = {}, needs = [] }: Attributes): boolean {
  if (attrs === undefined) return needs.length === 0;
  if (!isPlain(attrs) || Object.keys(attrs).length === 0) return false;
  return (
    needs.every((name) => Object.hasOwn(attrs, name)) &&
    Object.entries(attrs).every(([name, value]) => ruleOf(has, name)?.(value) === true)
  );
}

function isMark(mark: unknown, allowed: readonly string[]): boolean {
  if (!isPlain(mark) || !hasOnly(mark, ["type", "attrs"]) || !allowed.includes(String(mark.type))) return false;
  const rule = ruleOf(markRules, mark.type);
  return rule !== undefined && hasGoodAttributes(mark, rule);
}

function isTextNode(node: Plain, allowed: readonly string[]): boolean {
  const { text, marks } = node;
  if (typeof text !== "string" || text === "" || !hasOnly(node, ["type", "text", "marks"])) return false;
  if (marks === undefined) return true;
  if (!Array.isArray(marks) || marks.length === 0 || !marks.every((mark) => isMark(mark, allowed))) return false;
  return new Set(marks.map((mark: Plain) => mark.type)).size === marks.length;
}

/** The remaining nodes and characters that a document may have. */
type Budget = { nodes: number; characters: number };

function isNode(node: unknown, allowed: readonly string[], parent: Rule, levels: number, budget: Budget): boolean {
  budget.nodes -= 1;
  if (budget.nodes < 0 || levels < 0 || !isPlain(node) || !allowed.includes(String(node.type))) return false;
  if (node.type === "text") {
    if (!isTextNode(node, parent.marks ?? allMarks)) return false;
    // Counted as elsewhere: an emoji is one character.
    const text = String(node.text);
    if (text.length > 2 * budget.characters) return false;
    budget.characters -= [...text].length;
    return budget.characters >= 0;
  }
  const rule = ruleOf(rules, node.type);
  if (rule === undefined || !hasOnly(node, ["type", "attrs", "content"]) || !hasGoodAttributes(node, rule))
    return false;
  const { content = [] } = node;
  const { min = 0, max = maxNodes, holds } = rule;
  if (!Array.isArray(content) || content.length < min || content.length > max) return false;
  return content.every((child) => isNode(child, holds, rule, levels - 1, budget));
}

/**
 * Whether a value is a formatted text of at most `maxCharacters`. An empty text is not valid: it is stored as null. The check itself is bounded in
 * depth and length.
 */
export function isRichText(value: unknown, maxCharacters: number): value is RichText {
  const budget = { nodes: maxNodes, characters: maxCharacters };
  if (!isPlain(value) || value.type !== "doc") return false;
  return isNode(value, ["doc"], rules.doc!, maxLevels, budget) && hasContent(value as RichText);
}

/** The nodes directly below a node. */
export const partsOf = (node: RichNode): readonly RichNode[] => ("content" in node ? (node.content ?? []) : []);

/** Whether anything is visible: text, an image, a rule, a table. */
export function hasContent(node: RichNode): boolean {
  if (node.type === "text") return node.text.trim() !== "";
  return ["image", "horizontalRule", "table"].includes(node.type) || partsOf(node).some(hasContent);
}

/** The plain text: each paragraph, heading, item and cell on a line. */
export function textOf(node: RichNode): string {
  if (node.type === "text") return node.text;
  if (node.type === "hardBreak") return "\n";
  if (node.type === "image") return node.attrs.alt ?? "";
  const isLine = ["paragraph", "heading", "codeBlock"].includes(node.type);
  return partsOf(node)
    .map(textOf)
    .filter((words) => isLine || words !== "")
    .join(isLine ? "" : "\n");
}
