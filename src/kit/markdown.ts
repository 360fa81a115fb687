import MarkdownIt, { type Token } from "markdown-it";
import { headingIds, pictureHtml, type Prose, type ProseHeading, summaryOf, type SummaryPart } from "./prose.ts";
import { safeUrl } from "./url.ts";

/** HTML in a text is displayed as text (`html: false`), and unsafe links are dropped (T-43, T-46). */
const engine = new MarkdownIt({ html: false, linkify: false });
engine.validateLink = (url) => safeUrl(url) !== undefined;
// The page has an `h1` already: headings of a text are moved one level down.
engine.core.ruler.push("below the page's heading", ({ tokens }) => {
  for (const token of tokens)
    if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
});
// `<br>` is the only way to break a line in a table cell, so it is supported although other HTML is not.
engine.inline.ruler.before("autolink", "line break", (state, silent) => {
  const [tag] = /^<br ?\/?>/.exec(state.src.slice(state.pos, state.pos + 6)) ?? [];
  if (tag === undefined) return false;
  if (!silent) state.push("hardbreak", "br", 0);
  state.pos += tag.length;
  return true;
});

const cjkLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Chinese has no spaces between words. By the rules of CommonMark `**注意：**请先登录` is not bold, because a mark after punctuation must be followed by a
 * space. This state also accepts a Chinese character there.
 */
engine.inline.State = class extends engine.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const delimiters = super.scanDelims(start, canSplitWord);
    if (!canSplitWord) return delimiters;
    const [before, after] = [this.src[start - 1] ?? " ", this.src[start + delimiters.length] ?? " "];
    return {
      ...delimiters,
      can_open: delimiters.can_open || (cjkLetter.test(before) && after.trim() !== ""),
      can_close: delimiters.can_close || (cjkLetter.test(after) && before.trim() !== ""),
    };
  }
};

// Wide tables and code scroll sideways on their own, also by keyboard, instead of widening the page.
engine.renderer.rules.table_open = () => `<div class="table" tabindex="0"><table>`;
engine.renderer.rules.table_close = () => "</table></div>";
for (const rule of ["fence", "code_block"] as const)
  engine.renderer.rules[rule] = (tokens, index) =>
    `<pre tabindex="0"><code>${engine.utils.escapeHtml(tokens[index]!.content)}</code></pre>`;
engine.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const image = tokens[index]!;
  return pictureHtml(String(image.attrGet("src")), renderer.renderInlineAsText(image.children ?? [], options, env));
};

/** The paragraphs and list items of a text as plain text. */
function* partsOf(tokens: readonly Token[]): Generator<SummaryPart> {
  for (const [index, { type, level, children }] of tokens.entries()) {
    if (type !== "inline" || tokens[index - 1]!.type !== "paragraph_open") continue;
    const words = children!.map((child) => (child.type.endsWith("break") ? " " : child.content)).join("");
    yield { words, isItem: level > 1 };
  }
}

/** Reads Markdown into tokens: CommonMark with tables and strikethrough. The first level of headings is `h2`. */
export const parseMarkdown = (text: string): Token[] => engine.parse(text, {});

/** Renders Markdown. Its first level of headings becomes `<h2>`. */
export function markdown(text: string): Prose {
  const tokens = parseMarkdown(text);
  const headings: ProseHeading[] = [];
  const idOf = headingIds();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const words = tokens[index + 1]!.children!.map(({ content }) => content).join("");
    const id = idOf(words);
    token.attrSet("id", id);
    headings.push({ id, text: words, level: Number(token.tag.slice(1)) });
  }
  return { html: engine.renderer.render(tokens, engine.options, {}), headings, summary: summaryOf(partsOf(tokens)) };
}
