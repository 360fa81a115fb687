import { transform } from "lightningcss";
import type { PageDocument } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import { backgroundCss } from "./parts/background.ts";
import { hasPopImage, popImageCss } from "./parts/pop-image.tsx";
import { tabBarCss } from "./parts/tab-bar.tsx";
import { baseCss, type FontUrls, recordsCss, usedCss } from "./style.ts";
import { themeCss } from "./theme-css.ts";

/** A browser version as Lightning CSS encodes it: one byte each for major, minor and patch. */
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** The oldest supported browsers, the same as those of Tailwind 4. Lightning CSS compiles nesting and range queries for them. */
const targets = { chrome: version(111), safari: version(16, 4), firefox: version(128) };
/** Maximum number of cached style sheets, so that pages whose design changes often do not fill the memory. */
const maxCached = 500;

const minifiedCache = new Map<string, string>();

/** Minifies CSS; cached by text, because pages share most of their CSS. */
function minify(css: string): string {
  const cachedCss = minifiedCache.get(css);
  if (cachedCss !== undefined) return cachedCss;
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    errorRecovery: true,
  });
  const minifiedCss = code.toString();
  if (minifiedCache.size >= maxCached) minifiedCache.clear();
  minifiedCache.set(css, minifiedCss);
  return minifiedCss;
}

/** CSS of what a page's settings show on it. */
const settingCss = ({ setting }: PageDocument): string =>
  [
    ...((setting.tabBarSetting?.items ?? []).length > 0 ? [tabBarCss] : []),
    ...(hasPopImage(setting) ? [popImageCss] : []),
  ].join("");

/** The style sheet of a page: the base, its widgets and nodes, their positions and styles, and the theme. `faces`: the rules that load its own fonts. */
export function pageStyle(page: PageDocument, { tokens, fonts: own }: Site, fonts: FontUrls, faces: string): string {
  return [
    minify(baseCss(fonts)),
    minify(usedCss(page) + settingCss(page)),
    minify(recordsCss(page)),
    faces,
    themeCss(tokens, own),
    backgroundCss(page.setting),
  ].join("");
}
