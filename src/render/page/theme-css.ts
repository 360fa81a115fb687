import type { ThemeTokens } from "#kit/site.ts";
import { derivedTokens } from "#kit/theme-colors.ts";
import { cornerRadii, scaleTokens, textSizes, type ThemeScale, themeScales } from "#kit/theme-scales.ts";

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
