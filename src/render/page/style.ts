import type { PageDocument } from "#kit/page.ts";
import { leavesOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { derivedTokens } from "#kit/theme-colors.ts";
import { cornerRadii, scaleTokens, textSizes, type ThemeScale, themeScales } from "#kit/theme-scales.ts";
import tokens from "#ui/tokens.css?raw";
import { nodeStyle } from "./canvas.tsx";
import { nodes, widgets } from "#render/registry.ts";
import baseStyles from "./site.css?raw";
import drawerStyles from "./site-drawer.css?raw";
import footerStyles from "./site-foot.css?raw";
import topBarStyles from "./site-top.css?raw";
import { widgetStyle } from "./widget.tsx";

/** URLs of the two fonts. */
export type FontUrls = { sans: string; mono: string };

const fontFaces = ({ sans, mono }: FontUrls) => `
@font-face {
  font-family: "Instrument Sans";
  src: url("${sans}") format("woff2");
  font-weight: 400 700;
  font-display: optional;
}
@font-face {
  font-family: "Geist Mono";
  src: url("${mono}") format("woff2");
  font-display: optional;
}`;

/** The CSS that every page and the builder's canvas share: tokens, fonts, base styles, top bar, drawer and footer. */
export function baseCss(fonts: FontUrls): string {
  return [tokens, fontFaces(fonts), baseStyles, topBarStyles, drawerStyles, footerStyles].join("\n");
}

/** CSS of the widgets and nodes that a page uses, each once. */
export function usedCss(page: PageDocument): string {
  const widgetList = widgetsOf(page);
  const names = new Set(widgetList.map((widget) => widget.name));
  const types = new Set(widgetList.flatMap((widget) => leavesOf(treeOf(page), widget.id)).map((node) => node.type));
  return [...[...names].map((name) => widgets.get(name)?.css), ...[...types].map((type) => nodes.get(type)?.css)]
    .filter(Boolean)
    .join("\n");
}

/** Ids that this program creates. Only these may be used in a selector. */
const safeId = /^[a-z]{2}_[\w-]{1,40}$/;
/** The characters of lengths, colours and functions; no braces, quotes or line ends, which could end a declaration (T-45). */
const safeCharacters = /^[\w .,%#()+*/-]*$/;

/** Whether all brackets of a value are balanced: an unclosed bracket would make the browser read the following rules as part of the value. */
function hasBalancedBrackets(value: string): boolean {
  let openBrackets = 0;
  for (const character of value) {
    if (character === "(") openBrackets += 1;
    if (character === ")") openBrackets -= 1;
    if (openBrackets < 0) return false;
  }
  return openBrackets === 0;
}

/** Whether a value neither extends beyond its declaration nor loads anything. */
const isSafeValue = (value: string): boolean =>
  safeCharacters.test(value) && !/url|\/\*/i.test(value) && hasBalancedBrackets(value);

/** The declarations of a style, without those with unsafe values. */
export function declarationsOf(style: Record<string, string>): [name: string, value: string][] {
  return Object.entries(style).filter(([, value]) => isSafeValue(value));
}

/** One CSS rule; empty when the id or all values are unsafe. */
export function styleRule(attribute: "data-id" | "data-node", id: string, style: Record<string, string>): string {
  const declarations = declarationsOf(style);
  if (declarations.length === 0 || !safeId.test(id)) return "";
  return `[${attribute}="${id}"]{${declarations.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

/** The rule, or nothing if its style cannot be computed: the renderer reports invalid records (R-36). */
function ruleOrEmpty(computeRule: () => string): string {
  try {
    return computeRule();
  } catch {
    return "";
  }
}

/** The positions and styles of widgets and nodes, as rules: the content security policy forbids style attributes. */
export function recordsCss(page: PageDocument): string {
  const rules = widgetsOf(page).flatMap((widget) => [
    ruleOrEmpty(() => styleRule("data-id", widget.id, widgetStyle(widget))),
    ...leavesOf(treeOf(page), widget.id).map((node) =>
      ruleOrEmpty(() => styleRule("data-node", node.id, nodeStyle(node))),
    ),
  ]);
  return rules.join("");
}

const customProperties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** The fonts that the pages of a theme need: those in which its texts and headings are set. */
export const usesDefaultTypeface = ({ fonts, headingFonts }: ThemeTokens): boolean =>
  scaleTokens("fonts", fonts).sans === undefined || headingFonts === "sans";

const isBetween = (value: unknown, { min, max }: { min: number; max: number }): value is number =>
  typeof value === "number" && value >= min && value <= max;

/** Without motion nothing moves, whatever the visitor's device says. */
const stillness =
  ".site *,.site *::before,.site *::after,.site::before{animation:none!important;transition:none!important}";

/** The custom properties of a theme, and those derived from it, in both colour schemes. Invalid values and unknown keys are left out (T-45). */
export function themeCss(theme: ThemeTokens): string {
  const { radius, textSize } = theme;
  const sharedTokens: Record<string, string> = {
    ...(isBetween(radius, cornerRadii) ? { r: `${radius}px`, r2: `${Math.min(radius * 2, 32)}px` } : {}),
    ...(isBetween(textSize, textSizes) ? { "text-scale": String(textSize / textSizes.normal) } : {}),
  };
  for (const scale of Object.keys(themeScales) as ThemeScale[])
    Object.assign(sharedTokens, scaleTokens(scale, theme[scale]));
  const [light, dark] = [
    customProperties({ ...derivedTokens(theme, "light"), ...sharedTokens }),
    customProperties(derivedTokens(theme, "dark")),
  ];
  const schemes =
    dark === ""
      ? ""
      : `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}:root[data-theme="dark"]{${dark}}`;
  return (light === "" ? "" : `:root{${light}}`) + schemes + (theme.motion === "none" ? stillness : "");
}
