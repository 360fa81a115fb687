import MarkdownIt, { type Token } from "markdown-it";
import { ownPicture } from "#kit/picture.ts";
import { safeUrl } from "#kit/url.ts";
import type { Markdown } from "#kit/widget.ts";

/** An anchor from a heading's words, in any script. */
const anchorOf = (words: string) =>
  words
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-") || "section";

/** HTML in a text stays text (`html: false`), and links lead only where an address of ours may (T-43, T-46). */
const engine = new MarkdownIt({ html: false, linkify: false });
engine.validateLink = (url) => safeUrl(url) !== undefined;
// The page's own heading is the first: those of a text come below it.
engine.core.ruler.push("below the page's heading", ({ tokens }) => {
  for (const token of tokens)
    if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
});
// Wide tables and code are moved sideways by themselves, also by keyboard, instead of moving the page.
engine.renderer.rules.table_open = () => `<div class="table" tabindex="0"><table>`;
engine.renderer.rules.table_close = () => "</table></div>";
for (const rule of ["fence", "code_block"] as const)
  engine.renderer.rules[rule] = (tokens, index) =>
    `<pre tabindex="0"><code>${engine.utils.escapeHtml(tokens[index]!.content)}</code></pre>`;

// A picture of another host would tell that host who reads the page: its description stands in its place.
const drawImage = engine.renderer.rules.image!;
engine.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const image = tokens[index]!;
  if (ownPicture.test(String(image.attrGet("src")))) return drawImage(tokens, index, options, env, renderer);
  return engine.utils.escapeHtml(renderer.renderInlineAsText(image.children ?? [], options, env));
};

const longestSummary = 160;

/** How a text begins, without marks: its paragraphs and lists, up to what search engines show of a page, cut between words. */
function summaryOf(tokens: readonly Token[]): string {
  let summary = "";
  let wasItem = false;
  for (const [index, { type, level, children }] of tokens.entries()) {
    if (type !== "inline" || tokens[index - 1]!.type !== "paragraph_open") continue;
    const words = children!.map((child) => (child.type.endsWith("break") ? " " : child.content)).join("");
    const isItem = level > 1;
    summary += (summary === "" ? "" : wasItem ? " · " : " ") + words;
    wasItem = isItem;
    if (summary.length > longestSummary) break;
  }
  // Chinese lines break anywhere: a line break between two Chinese characters is not a space.
  summary = summary.replaceAll(/(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, "");
  if (summary.length <= longestSummary) return summary;
  const cut = summary.slice(0, longestSummary - 1);
  const space = cut.lastIndexOf(" ");
  const whole = space > longestSummary / 2 ? cut.slice(0, space) : cut;
  return `${whole.endsWith(" ·") ? whole.slice(0, -2) : whole}…`;
}

/** Renders Markdown (CommonMark with tables). Its first level of headings becomes `<h2>`. */
export function markdown(text: string): Markdown {
  const tokens = engine.parse(text, {});
  const headings: Markdown["headings"] = [];
  const uses = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const words = tokens[index + 1]!.children!.map(({ content }) => content).join("");
    const anchor = anchorOf(words);
    const use = (uses.get(anchor) ?? 0) + 1;
    uses.set(anchor, use);
    // Anchors contain no underscore themselves, so that a number after one is unique.
    const id = use === 1 ? anchor : `${anchor}_${use}`;
    token.attrSet("id", id);
    headings.push({ id, text: words, level: Number(token.tag.slice(1)) });
  }
  return { html: engine.renderer.render(tokens, engine.options, {}), headings, summary: summaryOf(tokens) };
}
