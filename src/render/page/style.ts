import type { PageDocument } from "#kit/page.ts";
import { leavesOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { derivedTokens } from "#kit/theme-colors.ts";
import tokens from "#ui/tokens.css?raw";
import { nodeStyle } from "./canvas.tsx";
import { nodes, widgets } from "#render/registry.ts";
import base from "./site.css?raw";
import drawer from "./site-drawer.css?raw";
import foot from "./site-foot.css?raw";
import top from "./site-top.css?raw";
import { widgetStyle } from "./widget.tsx";

/** Where the two fonts are served. */
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
}
/* Arial with the measures of Instrument Sans: nothing moves when the font arrives. */
@font-face {
  font-family: "Instrument Fallback";
  src: local("Arial");
  size-adjust: 100.2%;
  ascent-override: 97%;
  descent-override: 25%;
}`;

/** Tokens, fonts and the styles of every page, which the builder's canvas uses too. */
export function baseCss(fonts: FontUrls): string {
  return [tokens, fontFaces(fonts), base, top, drawer, foot].join("\n");
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

/** Ids created by the program. Others never get into a selector. */
const properId = /^[a-z]{2}_[\w-]{1,40}$/;
/** Letters, numbers, units and functions of ours; no braces, quotes or line ends (T-45). */
const plainCharacters = /^[\w .,%#()+*/-]*$/;

/** Whether every bracket of a value is closed within it: an open one swallows the end of its rule and those that follow. */
function closesBrackets(value: string): boolean {
  let open = 0;
  for (const character of value) {
    if (character === "(") open += 1;
    if (character === ")") open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** A value that ends where its declaration ends and fetches nothing. */
const isPlainValue = (value: string): boolean =>
  plainCharacters.test(value) && !/url|\/\*/i.test(value) && closesBrackets(value);

/** The declarations that may reach a page; unsafe values are left out. */
export function declarationsOf(style: Record<string, string>): [name: string, value: string][] {
  return Object.entries(style).filter(([, value]) => isPlainValue(value));
}

/** One CSS rule; empty when the id or all values are unsafe. */
export function styleRule(attribute: "data-id" | "data-node", id: string, style: Record<string, string>): string {
  const declarations = declarationsOf(style);
  if (declarations.length === 0 || !properId.test(id)) return "";
  return `[${attribute}="${id}"]{${declarations.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

/** A style that cannot be computed has no rule; rendering decides whether the part can be shown at all (R-36). */
function ruleOrEmpty(make: () => string): string {
  try {
    return make();
  } catch {
    return "";
  }
}

/** Positions and styles of widgets and nodes as rules: a page's policy allows no style attributes. */
export function placesCss(page: PageDocument): string {
  const rules = widgetsOf(page).flatMap((widget) => [
    ruleOrEmpty(() => styleRule("data-id", widget.id, widgetStyle(widget))),
    ...leavesOf(treeOf(page), widget.id).map((node) =>
      ruleOrEmpty(() => styleRule("data-node", node.id, nodeStyle(node))),
    ),
  ]);
  return rules.join("");
}

const blockOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** Typefaces a theme can choose besides ours: those that devices have, so that nothing is fetched. */
const typefaces: Readonly<Record<string, string>> = {
  serif: `Georgia,"Songti SC",SimSun,serif`,
  system: `system-ui,"PingFang SC","Microsoft YaHei",sans-serif`,
};

/** Whether a theme's pages are set in our own typeface, which has to be fetched. */
export const hasOwnTypeface = ({ fonts }: ThemeTokens): boolean => fonts === undefined || !(fonts in typefaces);

/** A tenant's own tokens and those derived from them, in both schemes. Invalid colours, radii and typefaces are left out (T-45). */
export function themeCss(theme: ThemeTokens): string {
  const { radius, fonts = "" } = theme;
  const typeface = typefaces[fonts];
  const shape = {
    ...(typeof radius === "number" && radius >= 0 && radius <= 16 ? { r: `${radius}px` } : {}),
    ...(typeface === undefined ? {} : { sans: typeface }),
  };
  const [light, dark] = [
    blockOf({ ...derivedTokens(theme, "light"), ...shape }),
    blockOf(derivedTokens(theme, "dark")),
  ];
  const schemes =
    dark === ""
      ? ""
      : `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}:root[data-theme="dark"]{${dark}}`;
  return (light === "" ? "" : `:root{${light}}`) + schemes;
}
