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
  partsOf,
  type RichBlock,
  type RichMark,
  type RichNode,
  type RichText,
  textOf,
} from "./rich-text.ts";
import { safeUrl } from "./url.ts";

const tags: ReadonlyMap<string, string> = new Map([
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["code", "code"],
]);

function markHtml(html: string, { type }: RichMark): string {
  const tag = tags.get(type);
  return tag === undefined ? html : `<${tag}>${html}</${tag}>`;
}

function hrefOf(node: RichNode): string | undefined {
  const link = node.type === "text" ? node.marks?.find(({ type }) => type === "link") : undefined;
  return link?.type === "link" ? safeUrl(link.attrs.href) : undefined;
}

/** Text and line breaks; a link over several of them is one link. */
function inlineHtml(parts: readonly RichNode[]): string {
  let html = "";
  let openHref: string | undefined;
  for (const part of parts) {
    const href = hrefOf(part);
    if (href !== openHref)
      html += `${openHref === undefined ? "" : "</a>"}${href === undefined ? "" : `<a href="${escapeHtml(href)}">`}`;
    openHref = href;
    html += part.type === "text" ? (part.marks ?? []).toReversed().reduce(markHtml, escapeHtml(part.text)) : "<br>";
  }
  return openHref === undefined ? html : `${html}</a>`;
}

/** The rendering of one text, in which headings get unique ids. */
type Rendering = { idOf: (words: string) => string; headings: ProseHeading[] };

const elements: ReadonlyMap<string, string> = new Map([
  ["blockquote", "blockquote"],
  ["bulletList", "ul"],
  ["listItem", "li"],
  ["tableRow", "tr"],
  ["tableHeader", "th"],
  ["tableCell", "td"],
]);
const lists: ReadonlySet<string> = new Set(["bulletList", "orderedList"]);

/** An item with one line, with or without lists below it, needs no paragraph element; nor does a cell. */
function isTight(node: RichNode): boolean {
  if (node.type === "tableHeader" || node.type === "tableCell") return true;
  const [, ...rest] = partsOf(node);
  return node.type === "listItem" && rest.every(({ type }) => lists.has(type));
}

function childrenHtml(node: RichNode, rendering: Rendering, level: number): string {
  const isTightNode = isTight(node);
  return partsOf(node)
    .map((child) =>
      isTightNode && child.type === "paragraph" ? inlineHtml(partsOf(child)) : nodeHtml(child, rendering, level + 1),
    )
    .join("");
}

function headingHtml(node: RichBlock & { type: "heading" }, rendering: Rendering): string {
  const text = textOf(node);
  const heading = { id: rendering.idOf(text), text, level: Math.min(6, node.attrs.level + 1) };
  rendering.headings.push(heading);
  return `<h${heading.level} id="${heading.id}">${inlineHtml(partsOf(node))}</h${heading.level}>`;
}

function nodeHtml(node: RichNode, rendering: Rendering, level: number): string {
  // The check refuses such depth: this is for values that were stored without it.
  if (level > maxLevels) return "";
  const innerHtml = () => childrenHtml(node, rendering, level);
  switch (node.type) {
    case "paragraph":
      // An empty line in an editor is a distance, which a page has by its style.
      return hasContent(node) ? `<p>${inlineHtml(partsOf(node))}</p>` : "";
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
      const element = elements.get(node.type);
      return element === undefined ? "" : `<${element}>${innerHtml()}</${element}>`;
    }
  }
}

/** The paragraphs of a text, and the words within its lists and quotes, without marks. */
function* summaryParts(node: RichNode, isItem = false): Generator<SummaryPart> {
  for (const part of partsOf(node)) {
    if (part.type === "paragraph") {
      const words = textOf(part).replaceAll("\n", " ").trim();
      if (words !== "") yield { words, isItem };
    } else if (part.type !== "table") yield* summaryParts(part, true);
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
