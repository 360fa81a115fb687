import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from "culori/fn";
import type { FieldProblems } from "./problem.ts";
import type { ThemeTokens } from "./site.ts";
import type { Text } from "./text.ts";

// The package has thirty colour spaces. These four are the ones that the functions below convert between.
for (const mode of [modeRgb, modeLrgb, modeOklab]) useMode(mode as typeof modeRgb);
const oklch = useMode(modeOklch) as (color: string) => Oklch | undefined;

/** The colours that a tenant chooses; all others are derived. */
export const baseColors = { paper: "#f8fbf9", ink: "#0d201a", brand: "#04674b", seal: "#c83314" } as const;
export type BaseColor = keyof typeof baseColors;
/** The field of a theme that holds a colour: of the light scheme, or of the dark one. */
export type ColorField = BaseColor | `${BaseColor}Dark`;
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

function darkPaper(color: string): Record<string, string> {
  const { l, c } = oklch(color)!;
  const lighter = (amount: number, more: number) => shade(color, { l: l + amount, c: c + more });
  return {
    paper: color,
    "paper-2": lighter(0.034, 0.004),
    "paper-3": lighter(0.072, 0.008),
    sheet: lighter(0.047, 0.004),
    line: lighter(0.132, 0.006),
    "line-2": shade(color, { l: 0.56, c: 0.025 }),
  };
}

function darkInk(color: string): Record<string, string> {
  const { l } = oklch(color)!;
  return {
    ink: color,
    "ink-2": shade(color, { l: l - 0.16, c: 0.02 }),
    "ink-3": shade(color, { l: l - 0.265, c: 0.022 }),
  };
}

/** A brand or seal colour as the dark scheme shows it. */
const brightened = (color: string) => shade(color, { l: 0.8, c: Math.min(oklch(color)!.c * 1.25, 0.13) });
const brightSeal = (color: string) => shade(color, { l: 0.7, c: Math.min(oklch(color)!.c, 0.18) });

function darkBrand(color: string): Record<string, string> {
  const { l, c } = oklch(color)!;
  return {
    brand: color,
    "brand-2": shade(color, { l: l + 0.06, c: Math.min(c, 0.1) }),
    "brand-tint": shade(color, { l: 0.29, c: Math.min(c, 0.05) }),
    "on-brand": textColorOn(color),
  };
}

const darkSeal = (color: string): Record<string, string> => ({ seal: color, "on-seal": textColorOn(color) });

/** The same tokens for dark surfaces, which are dark in both schemes (`.plate` of render/page/site.css). */
const onPlate = (tokens: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tokens)
      .filter(([name]) => name !== "brand-tint")
      .map(([name, value]) => [`plate-${name}`, value]),
  );

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
    dark: (color) => darkPaper(shade(color, { l: 0.178, c: 0.02 })),
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
      ...darkInk(shade(color, { l: 0.945, c: 0.01 })),
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
        ...onPlate(darkBrand(brightened(color))),
      };
    },
    dark(color) {
      const tokens = darkBrand(brightened(color));
      return { ...tokens, ...onPlate(tokens) };
    },
  },
  seal: {
    light: (color) => ({ seal: color, "on-seal": textColorOn(color), ...onPlate(darkSeal(brightSeal(color))) }),
    dark(color) {
      const tokens = darkSeal(brightSeal(color));
      return { ...tokens, ...onPlate(tokens) };
    },
  },
};

/** The tokens that follow from a colour that a theme sets for the dark scheme itself. */
const darkDerivations: Record<BaseColor, Derivation> = {
  paper: darkPaper,
  ink: darkInk,
  brand(color) {
    const tokens = darkBrand(color);
    return { ...tokens, ...onPlate(tokens) };
  },
  seal(color) {
    const tokens = darkSeal(color);
    return { ...tokens, ...onPlate(tokens) };
  },
};

const names = Object.keys(baseColors) as BaseColor[];
const isColor = (value: unknown): value is string => typeof value === "string" && hexColor.test(value);

/** The field of the theme's dark colour. */
const darkField = (name: BaseColor) => `${name}Dark` as const;
/** The fields of all colours of a theme. */
export const colorFields: readonly ColorField[] = [...names, ...names.map(darkField)];

/** Every token that follows from the colours that a theme sets, for one scheme. Empty for a theme that sets no colours. */
export function derivedTokens(theme: ThemeTokens, scheme: Scheme): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const name of names) {
    const [light, dark] = [theme[name], theme[darkField(name)]];
    if (isColor(light)) Object.assign(tokens, derivations[name][scheme](light));
    if (scheme === "dark" && isColor(dark)) Object.assign(tokens, darkDerivations[name](dark));
  }
  return tokens;
}

/** The colour that pages have in place of one that a theme does not set: the built-in one, and in the dark scheme the one that follows from the light one. */
export function fallbackColor(theme: ThemeTokens, field: ColorField): string {
  const name = names.find((candidate) => field === darkField(candidate));
  if (name === undefined) return baseColors[field as BaseColor];
  const { [field]: _own, ...rest } = theme;
  return derivedTokens({ ...baseColors, ...rest }, "dark")[name]!;
}

type Pair = { color: BaseColor; foreground: string; background: string; minimum: number; name: Text };

/** Pairs of colours that need contrast, and how much (WCAG 2.2 AA). A problem is reported at `color`. */
const pairs: readonly Pair[] = [
  { color: "ink", foreground: "ink", background: "paper", minimum: 7, name: { zh: "正文", en: "Body text" } },
  {
    color: "ink",
    foreground: "ink-2",
    background: "paper-2",
    minimum: 4.5,
    name: { zh: "浅色区块上的次要文字", en: "Secondary text on tinted sections" },
  },
  {
    color: "ink",
    foreground: "ink-3",
    background: "paper-2",
    minimum: 4.5,
    name: { zh: "浅色区块上的说明文字", en: "Captions on tinted sections" },
  },
  { color: "brand", foreground: "brand", background: "paper", minimum: 4.5, name: { zh: "链接", en: "Links" } },
  {
    color: "brand",
    foreground: "brand",
    background: "brand-tint",
    minimum: 4.5,
    name: { zh: "品牌浅底上的文字", en: "Text on the brand tint" },
  },
  {
    color: "brand",
    foreground: "on-brand",
    background: "brand",
    minimum: 4.5,
    name: { zh: "主按钮文字", en: "Primary button text" },
  },
  {
    color: "seal",
    foreground: "seal",
    background: "paper",
    minimum: 4.5,
    name: { zh: "印色文字", en: "Text in the seal colour" },
  },
  {
    color: "seal",
    foreground: "on-seal",
    background: "seal",
    minimum: 4.5,
    name: { zh: "印色底上的文字", en: "Text on the seal colour" },
  },
  {
    color: "paper",
    foreground: "line-2",
    background: "paper",
    minimum: 3,
    name: { zh: "输入框与按钮边框", en: "Borders of inputs and buttons" },
  },
];

/** One pair of colours of a theme in one scheme, and its contrast. */
export type ContrastCheck = {
  name: Text;
  scheme: Scheme;
  /** The colours as #rrggbb. */
  foreground: string;
  background: string;
  ratio: number;
  minimum: number;
  /** The field of the theme at which a problem is reported. */
  field: ColorField;
};

/** The contrast of every pair of colours in both schemes. Colours that the theme does not set, or sets wrongly, have their built-in values. */
export function contrastChecks(theme: ThemeTokens): ContrastCheck[] {
  const setColors = Object.fromEntries(colorFields.filter((name) => isColor(theme[name])).map((n) => [n, theme[n]]));
  const completeTheme: ThemeTokens = { ...baseColors, ...setColors };
  return (["light", "dark"] as const).flatMap((scheme) => {
    const tokens = derivedTokens(completeTheme, scheme);
    return pairs.map(({ color, foreground, background, minimum, name }) => {
      const isDarkField = scheme === "dark" && completeTheme[darkField(color)] !== undefined;
      return {
        name,
        scheme,
        foreground: tokens[foreground]!,
        background: tokens[background]!,
        ratio: wcagContrast(tokens[foreground]!, tokens[background]!),
        minimum,
        field: isDarkField ? darkField(color) : color,
      };
    });
  });
}

/** Whether a pair has enough contrast. */
export const passes = ({ ratio, minimum }: ContrastCheck): boolean => ratio >= minimum;

const notColor: Text = { zh: "请填写 #rrggbb 格式的颜色", en: "Enter a colour as #rrggbb" };
const lowContrast = ({ name, scheme, ratio, minimum }: ContrastCheck): Text => ({
  zh: `${scheme === "light" ? "浅色" : "深色"}外观下“${name.zh}”的对比度只有 ${ratio.toFixed(1)}，至少要 ${minimum}`,
  en: `Contrast of “${name.en}” in ${scheme} mode is ${ratio.toFixed(1)}. It must be at least ${minimum}.`,
});

/** The problems of a theme's colours: an invalid one, or insufficient contrast in a scheme. */
export function colorProblems(theme: ThemeTokens): FieldProblems {
  const setNames = colorFields.filter(
    (name) => theme[name] !== undefined && theme[name] !== null && theme[name] !== "",
  );
  const invalidNames = setNames.filter((name) => !isColor(theme[name]));
  if (invalidNames.length > 0) return Object.fromEntries(invalidNames.map((name) => [name, notColor]));
  const problems: FieldProblems = {};
  for (const check of contrastChecks(theme)) if (!passes(check)) problems[check.field] ??= lowContrast(check);
  return problems;
}

/** How finely lightness is searched for a mend: 50 steps between black and white. */
const mendStep = 0.02;

/**
 * The nearest shade of a colour with which every pair of its field has enough contrast; undefined when there is none, because another colour is the
 * cause.
 */
export function mendedColor(theme: ThemeTokens, field: ColorField): string | undefined {
  const base = field.replace(/Dark$/, "") as BaseColor;
  const color = isColor(theme[field]) ? theme[field] : baseColors[base];
  const { l, c } = oklch(color)!;
  const failures = (candidate: string) =>
    contrastChecks({ ...theme, [field]: candidate }).filter((check) => check.field === field && !passes(check)).length;
  const distances = Array.from({ length: 50 }, (_, index) => (index + 1) * mendStep);
  return distances
    .flatMap((distance) => [l - distance, l + distance])
    .filter((lightness) => lightness >= 0 && lightness <= 1)
    .map((lightness) => shade(color, { l: lightness, c }))
    .find((candidate) => failures(candidate) === 0);
}
