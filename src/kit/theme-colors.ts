import { clampChroma, formatHex, oklch, wcagContrast } from "culori";
import type { FieldProblems } from "./problem.ts";
import type { ThemeTokens } from "./site.ts";
import type { Text } from "./text.ts";

/** The colours that a tenant chooses; all others are derived. */
export const baseColors = { paper: "#f8fbf9", ink: "#0d201a", brand: "#04674b", seal: "#c83314" } as const;
export type BaseColor = keyof typeof baseColors;
export type Scheme = "light" | "dark";

/** A colour of a theme; unlike `colorPattern` in either case, as people type it. */
const hexColor = /^#[0-9a-f]{6}$/i;

type Shade = { l: number; c: number };

/** A shade of a colour's hue (OKLCH), with the requested chroma or the highest that sRGB can show. */
function shade(color: string, { l, c }: Shade): string {
  const { h = 0, c: colorChroma } = oklch(color)!;
  // A grey has no hue: its shades stay grey.
  const chroma = colorChroma < 0.002 ? 0 : c;
  return formatHex(clampChroma({ mode: "oklch", l: Math.min(1, Math.max(0, l)), c: chroma, h }, "oklch"));
}

/** A readable text colour for a background: nearly white or nearly black with the background's hue, whichever has more contrast. */
function textColorOn(color: string): string {
  const [bright, deep] = [shade(color, { l: 0.99, c: 0.01 }), shade(color, { l: 0.19, c: 0.035 })];
  return wcagContrast(bright, color) >= wcagContrast(deep, color) ? bright : deep;
}

type Derivation = (color: string) => Record<string, string>;

/** Lightness and chroma of the tokens that follow from each colour. Chosen so that `baseColors` give nearly the tokens of ui/tokens.css. */
const derivations: Record<BaseColor, Record<Scheme, Derivation>> = {
  paper: {
    light(color) {
      const { l, c } = oklch(color)!;
      const darker = (amount: number, more = 0) => shade(color, { l: l - amount, c: c + more });
      return {
        paper: color,
        "paper-2": darker(0.022, 0.003),
        "paper-3": darker(0.054, 0.006),
        sheet: darker(-0.012),
        line: darker(0.099, 0.008),
        "line-2": shade(color, { l: 0.62, c: 0.02 }),
      };
    },
    dark: (color) => ({
      paper: shade(color, { l: 0.178, c: 0.02 }),
      "paper-2": shade(color, { l: 0.212, c: 0.024 }),
      "paper-3": shade(color, { l: 0.25, c: 0.028 }),
      sheet: shade(color, { l: 0.225, c: 0.024 }),
      line: shade(color, { l: 0.31, c: 0.026 }),
      "line-2": shade(color, { l: 0.56, c: 0.025 }),
    }),
  },
  ink: {
    light: (color) => ({
      ink: color,
      "ink-2": shade(color, { l: 0.43, c: 0.024 }),
      "ink-3": shade(color, { l: 0.52, c: 0.02 }),
      plate: shade(color, { l: 0.215, c: 0.03 }),
      "plate-2": shade(color, { l: 0.27, c: 0.034 }),
      "plate-line": shade(color, { l: 0.37, c: 0.034 }),
    }),
    dark: (color) => ({
      ink: shade(color, { l: 0.945, c: 0.01 }),
      "ink-2": shade(color, { l: 0.785, c: 0.02 }),
      "ink-3": shade(color, { l: 0.68, c: 0.022 }),
      plate: shade(color, { l: 0.145, c: 0.018 }),
      "plate-2": shade(color, { l: 0.184, c: 0.024 }),
      "plate-line": shade(color, { l: 0.31, c: 0.03 }),
    }),
  },
  brand: {
    light(color) {
      const { l, c } = oklch(color)!;
      return {
        brand: color,
        "brand-2": shade(color, { l: l - 0.07, c }),
        "brand-tint": shade(color, { l: 0.945, c: 0.03 }),
        "on-brand": textColorOn(color),
      };
    },
    dark(color) {
      const { c } = oklch(color)!;
      const brand = shade(color, { l: 0.8, c: Math.min(c * 1.25, 0.13) });
      return {
        brand,
        "brand-2": shade(color, { l: 0.86, c: Math.min(c, 0.1) }),
        "brand-tint": shade(color, { l: 0.29, c: Math.min(c, 0.05) }),
        "on-brand": textColorOn(brand),
      };
    },
  },
  seal: {
    light: (color) => ({ seal: color, "on-seal": textColorOn(color) }),
    dark(color) {
      const seal = shade(color, { l: 0.7, c: Math.min(oklch(color)!.c, 0.18) });
      return { seal, "on-seal": textColorOn(seal) };
    },
  },
};

const names = Object.keys(baseColors) as BaseColor[];
const isColor = (value: unknown): value is string => typeof value === "string" && hexColor.test(value);

/** Every token that follows from the colours that a theme sets, for one scheme. Empty for a theme that sets no colours. */
export function derivedTokens(theme: ThemeTokens, scheme: Scheme): Record<string, string> {
  const setNames = names.filter((name) => isColor(theme[name]));
  return Object.assign({}, ...setNames.map((name) => derivations[name][scheme](theme[name]!))) as Record<
    string,
    string
  >;
}

/** Pairs of colours that need contrast, and how much (WCAG 2.2 AA). A problem is reported at the first colour of a pair. */
const pairs: { color: BaseColor; foreground: string; background: string; minimum: number }[] = [
  { color: "ink", foreground: "ink", background: "paper", minimum: 7 },
  { color: "ink", foreground: "ink-2", background: "paper-2", minimum: 4.5 },
  { color: "ink", foreground: "ink-3", background: "paper-2", minimum: 4.5 },
  { color: "brand", foreground: "brand", background: "paper", minimum: 4.5 },
  { color: "brand", foreground: "brand", background: "brand-tint", minimum: 4.5 },
  { color: "brand", foreground: "on-brand", background: "brand", minimum: 4.5 },
  { color: "seal", foreground: "seal", background: "paper", minimum: 4.5 },
  { color: "seal", foreground: "on-seal", background: "seal", minimum: 4.5 },
  { color: "paper", foreground: "line-2", background: "paper", minimum: 3 },
];

const notColor: Text = { zh: "请填写 #rrggbb 格式的颜色", en: "Enter a colour as #rrggbb" };
const lowContrast = (scheme: Scheme, ratio: number, minimum: number): Text => ({
  zh: `${scheme === "light" ? "浅色" : "深色"}外观下对比度只有 ${ratio.toFixed(1)}，至少要 ${minimum}`,
  en: `Contrast in ${scheme} mode is ${ratio.toFixed(1)}. It must be at least ${minimum}.`,
});

/** The problems of a theme's colours: an invalid one, or insufficient contrast in a scheme. */
export function colorProblems(theme: ThemeTokens): FieldProblems {
  const setNames = names.filter((name) => theme[name] !== undefined && theme[name] !== null && theme[name] !== "");
  const invalidNames = setNames.filter((name) => !isColor(theme[name]));
  if (invalidNames.length > 0) return Object.fromEntries(invalidNames.map((name) => [name, notColor]));
  const problems: FieldProblems = {};
  const completeTheme = { ...baseColors, ...Object.fromEntries(setNames.map((name) => [name, theme[name]])) };
  for (const scheme of ["light", "dark"] as const) {
    const tokens = derivedTokens(completeTheme, scheme);
    for (const { color, foreground, background, minimum } of pairs) {
      const ratio = wcagContrast(tokens[foreground]!, tokens[background]!);
      if (ratio < minimum) problems[color] ??= lowContrast(scheme, ratio, minimum);
    }
  }
  return problems;
}
