import { transform } from "lightningcss";
import type { PageDocument } from "#kit/page.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { baseCss, type FontUrls, placesCss, themeCss, usedCss } from "./style.ts";

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** The oldest browsers served, the floor that Tailwind 4 sets too: nesting and ranges are written out for them. */
const targets = { chrome: version(111), safari: version(16, 4), firefox: version(128) };
/** Maximum number of cached sheets; a page whose design changes all the time must not fill the memory. */
const maxSheets = 500;

const minified = new Map<string, string>();

/** Minified once per distinct text: pages share most of theirs. */
function minify(css: string): string {
  const cachedSheet = minified.get(css);
  if (cachedSheet !== undefined) return cachedSheet;
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    errorRecovery: true,
  });
  const small = code.toString();
  if (minified.size >= maxSheets) minified.clear();
  minified.set(css, small);
  return small;
}

/** The one style sheet of a page: tokens, base, its widgets and nodes, its places, its theme. */
export function pageStyle(page: PageDocument, theme: ThemeTokens, fonts: FontUrls): string {
  return [minify(baseCss(fonts)), minify(usedCss(page)), minify(placesCss(page)), themeCss(theme)].join("");
}
