import {
  escapeHtml,
  headingIds,
  pictureHtml,
  type Prose,
  type ProseHeading,
  summaryOf,
  type SummaryPart,
} from "./prose.ts";
import {
  hasContent,
  maxLevels,
  childNodesOf,
  type RichBlock,
  type RichMark,
  type RichNode,
  type RichText,
  textOf,
} from "./rich-text.ts";
import { safeUrl } from "./url.ts";

const tagsByMark: ReadonlyMap<string, string> = new Map([
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["code", "code"],
]);

function markHtml(html: string, { type }: RichMark): string {
  const tag = tagsByMark.get(type);
  return tag === undefined ? html : `<${tag}>${html}</${tag}>`;
}

function hrefOf(node: RichNode): string | undefined {
  const link = node.type === "text" ? node.marks?.find(({ type }) => type === "link") : undefined;
  return link?.type === "link" ? safeUrl(link.attrs.href) : undefined;
}

/** Renders text and line breaks; consecutive nodes with the same link become one `<a>`. */
function inlineHtml(nodes: readonly RichNode[]): string {
  let html = "";
  let openHref: string | undefined;
  for (const node of nodes) {
    const href = hrefOf(node);
    if (href !== openHref)
      html += `${openHref === undefined ? "" : "</a>"}${href === undefined ? "" : `<a href="${escapeHtml(href)}">`}`;
    openHref = href;
    html += node.type === "text" ? (node.marks ?? []).toReversed().reduce(markHtml, escapeHtml(node.text)) : "<br>";
  }
  return openHref === undefined ? html : `${html}</a>`;
}

/** The state while one text is rendered: the source of unique heading ids, and the headings so far. */
type Rendering = { idOf: (words: string) => string; headings: ProseHeading[] };

const elementsByType: ReadonlyMap<string, string> = new Map([
  ["blockquote", "blockquote"],
  ["bulletList", "ul"],
  ["listItem", "li"],
  ["tableRow", "tr"],
  ["tableHeader", "th"],
  ["tableCell", "td"],
]);
const listTypes: ReadonlySet<string> = new Set(["bulletList", "orderedList"]);

/** Whether paragraphs in a node are rendered without `<p>`: in a cell, and in an item of one block that only lists may follow. */
function isTight(node: RichNode): boolean {
  if (node.type === "tableHeader" || node.type === "tableCell") return true;
  const [, ...rest] = childNodesOf(node);
  return node.type === "listItem" && rest.every(({ type }) => listTypes.has(type));
}

function childrenHtml(node: RichNode, rendering: Rendering, level: number): string {
  const isTightParent = isTight(node);
  return childNodesOf(node)
    .map((child) =>
      isTightParent && child.type === "paragraph"
        ? inlineHtml(childNodesOf(child))
        : nodeHtml(child, rendering, level + 1),
    )
    .join("");
}

function headingHtml(node: RichBlock & { type: "heading" }, rendering: Rendering): string {
  const text = textOf(node);
  const heading = { id: rendering.idOf(text), text, level: Math.min(6, node.attrs.level + 1) };
  rendering.headings.push(heading);
  return `<h${heading.level} id="${heading.id}">${inlineHtml(childNodesOf(node))}</h${heading.level}>`;
}

function nodeHtml(node: RichNode, rendering: Rendering, level: number): string {
  // Limits the recursion for stored values that `isRichText` has not checked.
  if (level > maxLevels) return "";
  const innerHtml = () => childrenHtml(node, rendering, level);
  switch (node.type) {
    case "paragraph":
      // People type empty lines as spacing; on a page the style sheet sets the spacing.
      return hasContent(node) ? `<p>${inlineHtml(childNodesOf(node))}</p>` : "";
    case "heading":
      return hasContent(node) ? headingHtml(node, rendering) : "";
    case "codeBlock":
      return `<pre tabindex="0"><code>${escapeHtml(textOf(node))}</code></pre>`;
    case "orderedList":
      return `<ol${node.attrs === undefined ? "" : ` start="${Number(node.attrs.start)}"`}>${innerHtml()}</ol>`;
    case "horizontalRule":
      return "<hr>";
    case "image":
      return pictureHtml(node.attrs.src, node.attrs.alt ?? "");
    case "table":
      // A wide table scrolls by itself, also by keyboard, instead of the page.
      return `<div class="table" tabindex="0"><table><tbody>${innerHtml()}</tbody></table></div>`;
    default: {
      const element = elementsByType.get(node.type);
      return element === undefined ? "" : `<${element}>${innerHtml()}</${element}>`;
    }
  }
}

/** The paragraphs of a text, and the words within its lists and quotes, without marks. */
function* summaryParts(node: RichNode, isItem = false): Generator<SummaryPart> {
  for (const child of childNodesOf(node)) {
    if (child.type === "paragraph") {
      const words = textOf(child).replaceAll("\n", " ").trim();
      if (words !== "") yield { words, isItem };
    } else if (child.type !== "table") yield* summaryParts(child, true);
  }
}

/**
 * Renders a formatted text. Only listed nodes, marks and attributes are written, so that no other markup can result (T-43), links are safe (T-46) and
 * images are the site's own (T-45).
 */
export function richTextHtml(text: RichText): Prose {
  const rendering: Rendering = { idOf: headingIds(), headings: [] };
  const html = childrenHtml(text, rendering, 0);
  return { html, headings: rendering.headings, summary: summaryOf(summaryParts(text)) };
}

/** An empty text. */
export const noProse: Prose = { html: "", headings: [], summary: "" };
