import type { Text } from "./text.ts";

/** One choice of a scale: what people see, and the custom properties that it sets on public pages. */
type Choice = { key: string; name: Text; tokens: Readonly<Record<string, string>> };

/** Fonts for text and for headings: those of the program, and those installed on devices. The default is Instrument Sans. */
const faces = {
  serif: `Georgia,"Songti SC",SimSun,serif`,
  system: `system-ui,"PingFang SC","Microsoft YaHei",sans-serif`,
  mono: `"Geist Mono","PingFang SC","Microsoft YaHei",ui-monospace,monospace`,
  sans: `"Instrument Sans","Instrument Fallback","PingFang SC","Microsoft YaHei",system-ui,sans-serif`,
} as const;

/** The fonts of texts without a choice; the same as in `ui/tokens.css`. */
export const defaultFaces = faces.sans;

/**
 * What a theme can choose besides colours, as closed lists: a theme stores a key, and only the values here become CSS (T-45). Without a choice the
 * value of `ui/tokens.css` stands, which is why the default is not in the list.
 */
export const themeScales = {
  fonts: [
    { key: "serif", name: { zh: "宋体", en: "Serif" }, tokens: { sans: faces.serif } },
    { key: "mono", name: { zh: "等宽", en: "Monospace" }, tokens: { sans: faces.mono } },
    { key: "system", name: { zh: "访客设备的系统字体", en: "Visitor’s system font" }, tokens: { sans: faces.system } },
  ],
  headingFonts: [
    { key: "sans", name: { zh: "无衬线", en: "Sans serif" }, tokens: { display: faces.sans } },
    { key: "serif", name: { zh: "宋体", en: "Serif" }, tokens: { display: faces.serif } },
    { key: "mono", name: { zh: "等宽", en: "Monospace" }, tokens: { display: faces.mono } },
  ],
  headingSize: [
    { key: "small", name: { zh: "小", en: "Small" }, tokens: { "heading-scale": "0.82" } },
    { key: "large", name: { zh: "大", en: "Large" }, tokens: { "heading-scale": "1.14" } },
    { key: "huge", name: { zh: "特大", en: "Extra large" }, tokens: { "heading-scale": "1.3" } },
  ],
  headingWeight: [
    { key: "regular", name: { zh: "常规", en: "Regular" }, tokens: { "heading-weight": "400" } },
    { key: "medium", name: { zh: "中等", en: "Medium" }, tokens: { "heading-weight": "500" } },
    { key: "bold", name: { zh: "粗", en: "Bold" }, tokens: { "heading-weight": "700" } },
  ],
  space: [
    { key: "compact", name: { zh: "紧凑", en: "Compact" }, tokens: { space: "0.7" } },
    { key: "generous", name: { zh: "宽松", en: "Generous" }, tokens: { space: "1.25" } },
  ],
  shadow: [
    {
      key: "soft",
      name: { zh: "柔和", en: "Soft" },
      tokens: { shadow: "0 1px 2px rgb(0 0 0/.05),0 14px 32px -18px rgb(0 0 0/.22)" },
    },
    {
      key: "strong",
      name: { zh: "明显", en: "Strong" },
      tokens: { shadow: "0 2px 6px rgb(0 0 0/.1),0 28px 56px -20px rgb(0 0 0/.38)" },
    },
    { key: "hard", name: { zh: "硬边", en: "Hard edge" }, tokens: { shadow: "5px 5px 0 var(--ink)" } },
  ],
  motion: [
    { key: "none", name: { zh: "无动效", en: "None" }, tokens: { pace: "0" } },
    { key: "quick", name: { zh: "轻快", en: "Quick" }, tokens: { pace: "0.6" } },
    {
      key: "lively",
      name: { zh: "活泼", en: "Lively" },
      tokens: { pace: "1.2", ease: "cubic-bezier(0.34,1.56,0.64,1)" },
    },
  ],
} as const satisfies Record<string, readonly Choice[]>;
export type ThemeScale = keyof typeof themeScales;

/** Limits in px of the text size and the corner radius. */
export const textSizes = { min: 14, max: 20, normal: 16 } as const;
export const cornerRadii = { min: 0, max: 28 } as const;

/** The choices of a scale as options of a field. */
export const scaleOptions = (scale: ThemeScale): { key: string; name: Text }[] =>
  themeScales[scale].map(({ key, name }) => ({ key, name }));

/** The custom properties of a choice; none for the default and for an unknown key. */
export function scaleTokens(scale: ThemeScale, key: unknown): Readonly<Record<string, string>> {
  const choices: readonly Choice[] = themeScales[scale];
  return choices.find((choice) => choice.key === key)?.tokens ?? {};
}
