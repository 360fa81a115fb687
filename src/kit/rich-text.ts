import { isObject } from "./is-object.ts";
import { localPicturePattern } from "./picture.ts";
import { safeUrl } from "./url.ts";

/**
 * A formatted text, as a tree of these nodes and marks: a ProseMirror document, written by the editor of the `editor` field. Attributes with default
 * values are omitted. It contains no HTML.
 */
export type RichText = { type: "doc"; content: RichBlock[] };

export type RichMark =
  | { type: "bold" | "italic" | "underline" | "strike" | "code" }
  /** A colour of the palette, by its key. */
  | { type: "color"; attrs: { color: string } }
  | { type: "link"; attrs: { href: string } };
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
/** The maximum depth of nodes below the document. */
export const maxLevels = 14;
/** The maximum number of nodes of a document. */
const maxNodes = 20_000;
/** The maximum length of the address of a link. */
const maxHref = 2000;
/** The longest description of a picture, in UTF-16 units. */
export const maxAltUnits = 500;
/** The maximum number of characters that always fit into `maxAltUnits`: a character takes up to two UTF-16 units. */
export const maxAltCharacters = maxAltUnits / 2;
/** The nesting order of marks, outermost first. */
export const markOrder = ["link", "color", "bold", "italic", "underline", "strike", "code"] as const;

type ValueCheck = (value: unknown) => boolean;
/** The rules for the attributes of a node or mark: the allowed ones, each with its check, and the names of the required ones. */
type AttributeRules = { checks?: Record<string, ValueCheck>; required?: readonly string[] };
/** The rules for a node: the types and number of its children, and the marks allowed on its texts (undefined: all marks). */
type NodeRule = AttributeRules & { children: readonly string[]; min?: number; max?: number; marks?: readonly string[] };

/** What a kind of formatted text may consist of: its blocks, the marks of its words, and the number of its nodes. */
export type RichGrammar = { blocks: readonly string[]; marks: readonly string[]; maxNodes: number };

const inlineTypes = ["text", "hardBreak"];
const blockTypes = [
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
  (from: number, to: number): ValueCheck =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
const isTextUpTo =
  (max: number): ValueCheck =>
  (value) =>
    typeof value === "string" && value !== "" && value.length <= max;

const nodeRules: Record<string, NodeRule> = {
  doc: { children: blockTypes, min: 1 },
  paragraph: { children: inlineTypes },
  heading: { children: inlineTypes, checks: { level: isIntegerIn(1, headingLevels.length) }, required: ["level"] },
  codeBlock: {
    children: ["text"],
    marks: [],
    checks: { language: (value) => typeof value === "string" && /^[\w+#-]{1,20}$/.test(value) },
  },
  blockquote: { children: blockTypes, min: 1 },
  bulletList: { children: ["listItem"], min: 1 },
  orderedList: { children: ["listItem"], min: 1, checks: { start: isIntegerIn(0, 1_000_000) } },
  listItem: { children: blockTypes, min: 1 },
  horizontalRule: { children: [], max: 0 },
  image: {
    children: [],
    max: 0,
    checks: {
      src: (value) => isTextUpTo(300)(value) && localPicturePattern.test(String(value)),
      alt: isTextUpTo(maxAltUnits),
    },
    required: ["src"],
  },
  table: { children: ["tableRow"], min: 1, max: 500 },
  tableRow: { children: ["tableHeader", "tableCell"], min: 1, max: 50 },
  tableHeader: { children: ["paragraph"], min: 1, max: 1 },
  tableCell: { children: ["paragraph"], min: 1, max: 1 },
  hardBreak: { children: [], max: 0 },
};

/** Whether an address may be the target of a link. */
export const isLinkAddress = (href: unknown): boolean => isTextUpTo(maxHref)(href) && href === safeUrl(href);

const markRules: Record<string, AttributeRules> = {
  bold: {},
  italic: {},
  strike: {},
  code: {},
  underline: {},
  color: {
    // A key of the palette; an unknown one is left out where it would be drawn.
    checks: { color: (value) => typeof value === "string" && /^[a-z]{1,20}$/.test(value) },
    required: ["color"],
  },
  link: {
    checks: { href: isLinkAddress },
    required: ["href"],
  },
};

/** Articles and other long texts. */
const articles: RichGrammar = { blocks: blockTypes, marks: ["link", "bold", "italic", "strike", "code"], maxNodes };
/** Texts on a canvas: paragraphs and lists, and marks as in a design program. */
export const canvasTexts: RichGrammar = {
  blocks: ["paragraph", "bulletList", "orderedList"],
  marks: ["link", "color", "bold", "italic", "underline"],
  maxNodes: 1000,
};

type PlainObject = Readonly<Record<string, unknown>>;
const hasOnly = (value: PlainObject, names: readonly string[]) =>
  Object.keys(value).every((name) => names.includes(name));
const ruleOf = <R>(rules: Readonly<Record<string, R>>, type: unknown): R | undefined =>
  typeof type === "string" && Object.hasOwn(rules, type) ? rules[type] : undefined;

function hasValidAttributes({ attrs }: PlainObject, { checks = {}, required = [] }: AttributeRules): boolean {
  if (attrs === undefined) return required.length === 0;
  if (!isObject(attrs) || Object.keys(attrs).length === 0) return false;
  return (
    required.every((name) => Object.hasOwn(attrs, name)) &&
    Object.entries(attrs).every(([name, value]) => ruleOf(checks, name)?.(value) === true)
  );
}

function isMark(mark: unknown, allowedMarks: readonly string[]): boolean {
  if (!isObject(mark) || !hasOnly(mark, ["type", "attrs"]) || !allowedMarks.includes(String(mark.type))) return false;
  const rule = ruleOf(markRules, mark.type);
  return rule !== undefined && hasValidAttributes(mark, rule);
}

function isTextNode(node: PlainObject, allowedMarks: readonly string[]): boolean {
  const { text, marks } = node;
  if (typeof text !== "string" || text === "" || !hasOnly(node, ["type", "text", "marks"])) return false;
  if (marks === undefined) return true;
  if (!Array.isArray(marks) || marks.length === 0 || !marks.every((mark) => isMark(mark, allowedMarks))) return false;
  return new Set(marks.map((mark: PlainObject) => mark.type)).size === marks.length;
}

/** What a document may consist of, and the number of further nodes and characters in it, which `isNode` counts down. */
type RemainingLimits = { grammar: RichGrammar; nodes: number; characters: number };

function isNode(
  node: unknown,
  allowedTypes: readonly string[],
  parent: NodeRule,
  levelsLeft: number,
  limits: RemainingLimits,
): boolean {
  limits.nodes -= 1;
  if (limits.nodes < 0 || levelsLeft < 0 || !isObject(node) || !allowedTypes.includes(String(node.type))) return false;
  if (node.type === "text") {
    if (!isTextNode(node, parent.marks ?? limits.grammar.marks)) return false;
    // The limit of a text counts code points, as everywhere else: an emoji is one character of up to two UTF-16 units. Only limits of attributes
    // count units.
    const text = String(node.text);
    if (text.length > 2 * limits.characters) return false;
    limits.characters -= [...text].length;
    return limits.characters >= 0;
  }
  const rule = ruleOf(nodeRules, node.type);
  if (rule === undefined || !hasOnly(node, ["type", "attrs", "content"]) || !hasValidAttributes(node, rule))
    return false;
  const { content = [] } = node;
  const { min = 0, max = maxNodes, children } = rule;
  if (!Array.isArray(content) || content.length < min || content.length > max) return false;
  const childTypes = children === blockTypes ? limits.grammar.blocks : children;
  return content.every((child) => isNode(child, childTypes, rule, levelsLeft - 1, limits));
}

/**
 * Whether a value is a formatted text of at most `maxCharacters`. An empty text is not valid: it is stored as null. The check itself is bounded in
 * depth and length.
 */
export function isRichText(value: unknown, maxCharacters: number, grammar = articles): value is RichText {
  const limits = { grammar, nodes: grammar.maxNodes, characters: maxCharacters };
  if (!isObject(value) || value.type !== "doc") return false;
  return isNode(value, ["doc"], nodeRules.doc!, maxLevels, limits) && hasContent(value as RichText);
}

/** The nodes directly below a node. */
export const childNodesOf = (node: RichNode): readonly RichNode[] => ("content" in node ? (node.content ?? []) : []);

/** Whether a node contains anything visible: text, an image, a rule or a table. */
export function hasContent(node: RichNode): boolean {
  if (node.type === "text") return node.text.trim() !== "";
  return ["image", "horizontalRule", "table"].includes(node.type) || childNodesOf(node).some(hasContent);
}

/** The plain text: each paragraph, heading, item and cell on a line. */
export function textOf(node: RichNode): string {
  if (node.type === "text") return node.text;
  if (node.type === "hardBreak") return "\n";
  if (node.type === "image") return node.attrs.alt ?? "";
  const isTextBlock = ["paragraph", "heading", "codeBlock"].includes(node.type);
  return childNodesOf(node)
    .map(textOf)
    .filter((words) => isTextBlock || words !== "")
    .join(isTextBlock ? "" : "\n");
}

/** The addresses of the links in a text. */
export function richTextLinks(node: RichNode): string[] {
  const marks = node.type === "text" ? (node.marks ?? []) : [];
  const addresses = marks.flatMap((mark) => (mark.type === "link" ? [mark.attrs.href] : []));
  return [...addresses, ...childNodesOf(node).flatMap(richTextLinks)];
}

/** The text with what `change` makes of the address of each link. */
export function changeLinks<N extends RichNode>(node: N, change: (href: string) => string): N {
  if (node.type === "text")
    return node.marks === undefined
      ? node
      : {
          ...node,
          marks: node.marks.map((mark) =>
            mark.type === "link" ? { ...mark, attrs: { ...mark.attrs, href: change(mark.attrs.href) } } : mark,
          ),
        };
  return "content" in node ? { ...node, content: childNodesOf(node).map((child) => changeLinks(child, change)) } : node;
}
