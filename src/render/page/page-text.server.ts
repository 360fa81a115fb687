/** How often a text has each character, by code point. */
type CharacterCounts = Map<number, number>;
export type PageText = {
  /** The whole text of a page, and all that Latin letters need. */
  text: CharacterCounts;
  /** What is set in the font of headings. */
  heading: CharacterCounts;
};

/** The elements that style sheets set in `--display`: headings, and the values of figures. */
export const displayElements: ReadonlySet<string> = new Set(["h1", "h2", "h3", "dd"]);
/** Elements whose content is no text, or what a visitor has typed: only the program decides which parts of a font are made. */
const hiddenElements: ReadonlySet<string> = new Set(["script", "style", "textarea"]);

const namedCharacters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00A0" };

const decoded = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (entity, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return namedCharacters[name] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
    },
  );

/** Whether a font may have a glyph for a code point: control characters and halves of characters have none. */
const isShown = (code: number) => code >= 32 && (code < 127 || code > 159) && (code < 0xd800 || code > 0xdfff);

function addText(counts: CharacterCounts, text: string): void {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (isShown(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
}

/** Printable ASCII, and the marks of European texts. Scripts of the page write with them. */
const latin = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join("") + "\u00A0·–—‘’“”…©®™";

/** Reads which characters the HTML of a page shows, in one pass over its tags. `html` comes from the renderer: attributes contain no "<" or ">". */
export function textOfPage(html: string): PageText {
  const [text, heading]: CharacterCounts[] = [new Map(), new Map()];
  addText(text!, latin);
  let depth = 0;
  let position = 0;
  while (position < html.length) {
    const tagStart = html.indexOf("<", position);
    const words = decoded(html.slice(position, tagStart === -1 ? html.length : tagStart));
    addText(text!, words);
    if (depth > 0) addText(heading!, words);
    const tagEnd = tagStart === -1 ? -1 : html.indexOf(">", tagStart);
    if (tagEnd === -1) break;
    const tag = html.slice(tagStart, tagEnd);
    position = tagEnd + 1;
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z0-9]*)/.exec(tag) ?? [];
    if (displayElements.has(name)) depth = Math.max(0, depth + (slash === "" ? 1 : -1));
    const placeholder = / placeholder="([^"]*)"/.exec(tag)?.[1];
    if (placeholder !== undefined) addText(text!, decoded(placeholder));
    if (slash === "" && hiddenElements.has(name)) {
      const end = html.indexOf(`</${name}`, position);
      position = end === -1 ? html.length : end;
    }
  }
  return { text: text!, heading: heading! };
}
