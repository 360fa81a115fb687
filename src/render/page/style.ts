import type { PageDocument } from "#kit/page.ts";
import { leavesOf, type PlacedNode, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { pageWidths } from "#kit/page-width.ts";
import type { PlacedWidget } from "#kit/widget.ts";
import tokens from "#ui/tokens.css?raw";
import { nodes, widgets } from "#render/registry.ts";
import baseStyles from "./site.css?raw";
import drawerStyles from "./site-drawer.css?raw";
import footerStyles from "./site-foot.css?raw";
import topBarStyles from "./site-top.css?raw";
import { hiddenRanges, styleAt, widthDeclarations } from "./width-style.ts";

/** URLs of the two fonts. */
export type FontUrls = { sans: string; mono: string };

/** The rules that load the fonts. */
export const fontFaces = ({ sans, mono }: FontUrls) => `
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

/** The CSS of every page: tokens, fonts, base styles, top bar, drawer and footer. The builder loads the same files (`builder-page.css`). */
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

/** Numbers, lengths, names and colours without a function: most values. */
const plainValue = /^[\w .,%#+-]*$/;

/** Whether a value neither extends beyond its declaration nor loads anything. */
const isSafeValue = (value: string): boolean =>
  plainValue.test(value) || (safeCharacters.test(value) && !/url|\/\*/i.test(value) && hasBalancedBrackets(value));

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

const attributes = { widget: "data-id", node: "data-node", group: "data-group" } as const;

/** The rules that hide widgets, nodes and groups in ranges of widths. */
const hiddenCss = ({ records }: PageDocument): string =>
  Object.values(records)
    .filter(({ id, overrides }) => overrides !== undefined && safeId.test(id))
    .map((record) =>
      ruleOrEmpty(() =>
        hiddenRanges(record)
          .map(
            ({ upTo, above }) =>
              `@media (width <= ${upTo}px)${above === 0 ? "" : ` and (width > ${above}px)`}{[${attributes[record.kind]}="${record.id}"]{display:none!important}}`,
          )
          .join(""),
      ),
    )
    .join("");

/** The rules of widths, from wide to narrow: each holds up to its width and overrides those before it. */
function widthsCss(records: readonly (PlacedWidget | PlacedNode)[]): string {
  const differing = records.filter(({ overrides }) => overrides !== undefined);
  const rules = pageWidths.map((width) => {
    const ofWidth = differing.map((record) =>
      ruleOrEmpty(() => styleRule(attributes[record.kind], record.id, widthDeclarations(record, width))),
    );
    return ofWidth.join("") === "" ? "" : `@media (width <= ${width}px){${ofWidth.join("")}}`;
  });
  return rules.join("");
}

/** The positions and styles of widgets and nodes, as rules: the content security policy forbids style attributes. */
export function recordsCss(page: PageDocument): string {
  const records = widgetsOf(page).flatMap((widget) => [widget, ...leavesOf(treeOf(page), widget.id)]);
  const rules = records.map((record) =>
    ruleOrEmpty(() => styleRule(attributes[record.kind], record.id, styleAt(record, undefined))),
  );
  return rules.join("") + widthsCss(records) + hiddenCss(page);
}
