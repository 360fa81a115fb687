import type { ThemeFonts, ThemeTokens } from "#kit/site.ts";
import { derivedTokens } from "#kit/theme-colors.ts";
import { fontFamilies, storedFont } from "#kit/theme-font.ts";
import { cornerRadii, defaultFaces, scaleTokens, textSizes, type ThemeScale, themeScales } from "#kit/theme-scales.ts";

const customProperties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** Whether the pages of a theme need the font of the program: for texts or headings without a font of their own. */
export function usesDefaultTypeface({ fonts, headingFonts }: ThemeTokens, own: ThemeFonts = {}): boolean {
  const isOfTexts = own.text === undefined && scaleTokens("fonts", fonts).sans === undefined;
  return isOfTexts || (own.heading === undefined && headingFonts === "sans");
}

const roles = Object.keys(fontFamilies) as (keyof ThemeFonts)[];

/** The families of an own font: itself, and the one with its widths while it loads. */
const familiesOf = (role: keyof ThemeFonts) => `"${fontFamilies[role]}","${fontFamilies[role]} Fallback"`;

/** The font stacks of own fonts, in front of those that the theme chooses. */
function fontTokens({ fonts, headingFonts }: ThemeTokens, own: ThemeFonts): Record<string, string> {
  const sans = scaleTokens("fonts", fonts).sans ?? defaultFaces;
  const display = scaleTokens("headingFonts", headingFonts).display ?? "var(--sans)";
  return {
    ...(own.text === undefined ? {} : { sans: `${familiesOf("text")},${sans}` }),
    ...(own.heading === undefined ? {} : { display: `${familiesOf("heading")},${display}` }),
  };
}

/** Arial, and the fonts with its widths that systems without it have. */
const standIns = ["Arial", "Liberation Sans", "Helvetica", "Arimo", "Roboto"].map((name) => `local("${name}")`).join();
/** The mean width of Latin letters in Arial, measured as that of a stored font, in thousandths of an em. */
const arialLetterWidth = 480;

/**
 * The rules that load the own fonts of a theme. `addressOf`: where each is loaded from; undefined for one that a page does not show. A font with one
 * weight is that of all headings, whatever weight they have; of texts only for the normal one, so that browsers embolden what is strong. The text
 * hardly moves when a font comes, because Arial stands in with its widths and heights.
 */
export function fontFaceCss(own: ThemeFonts, addressOf: (role: keyof ThemeFonts) => string | undefined): string {
  return roles
    .map((role) => {
      const font = storedFont(own[role] ?? "");
      const address = addressOf(role);
      if (font === undefined || address === undefined) return "";
      const weights = font.weights?.join(" ") ?? (role === "heading" ? "1 1000" : "400");
      const face = `@font-face{font-family:"${fontFamilies[role]}";src:url("${address}");font-weight:${weights};font-display:swap}`;
      if (font.letterWidth === 0) return face;
      const scale = font.letterWidth / arialLetterWidth;
      const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
      const metrics = `size-adjust:${percent(scale)};ascent-override:${percent(font.ascent / 1000 / scale)};descent-override:${percent(font.descent / 1000 / scale)};line-gap-override:0%`;
      return `${face}@font-face{font-family:"${fontFamilies[role]} Fallback";src:${standIns};${metrics}}`;
    })
    .join("");
}

/** The style of a theme where it is designed: with the whole of its fonts, which members of the space may load. */
export const previewCss = (theme: ThemeTokens, own: ThemeFonts = {}): string =>
  fontFaceCss(own, (role) => own[role]) + themeCss(theme, own);

const isBetween = (value: unknown, { min, max }: { min: number; max: number }): value is number =>
  typeof value === "number" && value >= min && value <= max;

/** Without motion nothing moves, whatever the visitor's device says. */
const stillness =
  ".site *,.site *::before,.site *::after,.site::before{animation:none!important;transition:none!important}";

/** The custom properties of a theme, and those derived from it, in both colour schemes. Invalid values and unknown keys are left out (T-45). */
export function themeCss(theme: ThemeTokens, own: ThemeFonts = {}): string {
  const { radius, textSize } = theme;
  const sharedTokens: Record<string, string> = {
    ...(isBetween(radius, cornerRadii) ? { r: `${radius}px`, r2: `${Math.min(radius * 2, 32)}px` } : {}),
    ...(isBetween(textSize, textSizes) ? { "text-scale": String(textSize / textSizes.normal) } : {}),
  };
  for (const scale of Object.keys(themeScales) as ThemeScale[])
    Object.assign(sharedTokens, scaleTokens(scale, theme[scale]));
  Object.assign(sharedTokens, fontTokens(theme, own));
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
