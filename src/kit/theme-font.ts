import type { ThemeFonts } from "./site.ts";

/** The properties of a stored font that its file name encodes, so that a page can use it without a query. */
export type StoredFont = {
  /** The range of weights of a variable font; undefined for a font with a single weight. */
  weights?: [lightest: number, boldest: number];
  /** The mean width of its Latin letters in thousandths of an em; 0 without Latin letters. */
  letterWidth: number;
  /** How far it reaches above and below the base line, in thousandths of an em. */
  ascent: number;
  descent: number;
  /** The number of characters that it has. */
  characters: number;
};

const fontUrl =
  /^\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_(\d{1,4})_(\d{1,4})_(\d{1,4})_(\d{1,4})_(\d{1,4})_(\d{1,7})\.(?:ttf|otf|woff2?)$/;

/** The file name of a stored font, which contains its properties. */
export function fontName(id: string, extension: string, font: StoredFont): string {
  const { weights = [0, 0], letterWidth, ascent, descent, characters } = font;
  return `${[id, ...weights, letterWidth, ascent, descent, characters].join("_")}.${extension}`;
}

/** The properties in the address of a stored font; undefined for every other address. */
export function storedFont(url: string): StoredFont | undefined {
  const match = fontUrl.exec(url);
  if (match === null) return undefined;
  const [lightest, boldest, letterWidth, ascent, descent, characters] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { ...(boldest === 0 ? {} : { weights: [lightest, boldest] }), letterWidth, ascent, descent, characters };
}

/** The names of the families, as style sheets know them. Nothing that a space types becomes one (T-45). */
export const fontFamilies = { text: "Theme Text", heading: "Theme Heading" } as const satisfies Record<
  keyof ThemeFonts,
  string
>;

/** The own fonts of a theme; one without an address is absent. */
export const themeFontsOf = (text: string | undefined, heading: string | undefined): ThemeFonts => ({
  ...(text === undefined ? {} : { text }),
  ...(heading === undefined ? {} : { heading }),
});

/** The stored file of an upload field that accepts one; undefined if it is empty. */
export function fileUrlIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  const url = typeof first === "object" && first !== null && "url" in first ? first.url : undefined;
  return typeof url === "string" ? url : undefined;
}
