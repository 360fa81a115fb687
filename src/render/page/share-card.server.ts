import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Node, Renderer } from "@takumi-rs/core";
import type { Locale } from "#kit/text.ts";
import { baseColors } from "#kit/theme-colors.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { drawing, type DrawingName } from "#ui/art/drawings.ts";
import { emblem } from "#ui/art/rosette.ts";

/** The content of a page's preview image, which other sites show with a shared link. */
export type ShareCard = {
  locale: Locale;
  siteName: string;
  host: string;
  title: string;
  description: string;
  /** Undefined: a rosette. */
  drawing: DrawingName | undefined;
  colors: ThemeTokens;
};

/** The size that Open Graph recommends, px. */
export const cardSize = { width: 1200, height: 630 } as const;

const require = createRequire(import.meta.url);
const chineseFontDirectory = path.dirname(require.resolve("@fontsource-variable/noto-sans-sc/package.json"));

/** Parses a CSS `unicode-range` (`U+4e00-4e10,U+4f`) into pairs of first and last code point. */
const rangesOf = (text: string) =>
  text.split(",").map((range): [number, number] => {
    const [first, last = first] = range.slice(2).split("-");
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });

/** A renderer with the Latin and the Chinese fonts. Takes half a second. */
async function createRenderer(latinFontFile: string): Promise<Renderer> {
  const renderer = new Renderer();
  await renderer.registerFont({ name: "Latin", data: await readFile(latinFontFile) });
  const subsets = JSON.parse(await readFile(path.join(chineseFontDirectory, "unicode.json"), "utf8")) as Record<
    string,
    string
  >;
  for (const [subset, ranges] of Object.entries(subsets)) {
    const name = `noto-sans-sc-${subset.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
    const data = await readFile(path.join(chineseFontDirectory, "files", name));
    await renderer.registerFont({ name: "Chinese", data, unicodeRange: rangesOf(ranges) });
  }
  return renderer;
}

/** The picture of a card as a data URL. */
function pictureUrl({ drawing: name, colors }: ShareCard): string {
  const { ink, brand, seal } = { ...baseColors, ...colors };
  const isPlain = name === undefined;
  const style = `.tint{fill:${brand};fill-opacity:.1}.led{fill:${seal};stroke:${seal}}.dim{stroke-opacity:.45}`;
  const markup = isPlain ? emblem("card", 6, 16) : drawing(name);
  const [viewBox, stroke] = isPlain
    ? ["-104 -104 208 208", `stroke="${brand}" stroke-width=".6"`]
    : ["0 0 160 160", `stroke="${ink}"`];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="400" height="400" fill="none" ${stroke}><style>${style}</style>${markup}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** Font size of a title, px: smaller for longer titles. A Chinese character counts twice. */
const fontSizeOf = (title: string, locale: Locale) => {
  const length = title.length * (locale === "zh" ? 2 : 1);
  return length <= 20 ? 76 : length <= 44 ? 62 : 50;
};

function layout(card: ShareCard): Node {
  const { paper, ink, brand, seal } = { ...baseColors, ...card.colors };
  const text = (content: string, style: NonNullable<Node["style"]>): Node => ({ type: "text", text: content, style });
  const textColumn: Node = {
    type: "container",
    style: { display: "flex", flexDirection: "column", width: 600, height: "100%", justifyContent: "space-between" },
    children: [
      {
        type: "container",
        style: { display: "flex", alignItems: "center", gap: 16 },
        children: [
          { type: "container", style: { width: 14, height: 44, background: brand } },
          text(card.siteName, { fontSize: 32, fontWeight: 600, color: ink }),
        ],
      },
      {
        type: "container",
        style: { display: "flex", flexDirection: "column", gap: 24 },
        children: [
          text(card.title, {
            fontSize: fontSizeOf(card.title, card.locale),
            fontWeight: 650,
            lineHeight: 1.2,
            color: ink,
            lineClamp: 3,
          }),
          text(card.description, { fontSize: 27, lineHeight: 1.5, color: ink, opacity: 0.72, lineClamp: 3 }),
        ],
      },
      text(card.host, { fontSize: 24, color: brand }),
    ],
  };
  const pictureFrame: Node = {
    type: "container",
    style: { display: "flex", padding: 22, border: `1px solid ${ink}`, borderRadius: 8, background: paper },
    children: [{ type: "image", src: pictureUrl(card), width: 380, height: 380 }],
  };
  return {
    type: "container",
    style: {
      ...cardSize,
      display: "flex",
      justifyContent: "space-between",
      alignItems: "center",
      padding: "60px 64px",
      background: paper,
      borderBottom: `12px solid ${seal}`,
      fontFamily: "Latin, Chinese",
    },
    children: [textColumn, pictureFrame],
  };
}

/** Returns a function that draws share cards as PNG. `latinFontFile`: path of the Latin font. */
export function createShareCards(latinFontFile: string): (card: ShareCard) => Promise<Buffer> {
  let ready: Promise<Renderer> | undefined;
  return async (card) => {
    ready ??= createRenderer(latinFontFile);
    const renderer = await ready;
    return renderer.render(layout(card), { ...cardSize, format: "png", lang: card.locale });
  };
}
