import { derivedTokens } from "#kit/theme-colors.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { palette } from "#ui/palette.ts";
import tokensCss from "#ui/tokens.css?raw";

/** The colour tokens of the light scheme, which the first rule of the style sheet sets: `--brand: #04674b;`. */
const defaultTokens: Readonly<Record<string, string>> = Object.fromEntries(
  tokensCss
    .slice(tokensCss.indexOf("{") + 1, tokensCss.indexOf("}"))
    .split(";")
    .map((declaration) => declaration.trim().split(": "))
    .flatMap(([name = "", value = ""]) =>
      name.startsWith("--") && /^#[0-9a-f]{6}$/.test(value) ? [[name.slice(2), value]] : [],
    ),
);

/** The colours of the palette by the names of their styles, as a site with this theme shows them in the light scheme. */
export function colorValues(theme: ThemeTokens): { color: string; sizeColor: string }[] {
  const tokens = { ...defaultTokens, ...derivedTokens(theme, "light") };
  return palette.map(({ key, fill }) => {
    const token = /^var\(--([a-z0-9-]+)\)$/.exec(fill)?.[1];
    return { color: token === undefined ? fill : tokens[token]!, sizeColor: key };
  });
}
