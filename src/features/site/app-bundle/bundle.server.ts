import type { ClientType } from "#kit/client-type.ts";
import type { Locale } from "#kit/text.ts";
import { baseColors } from "#kit/theme-colors.ts";
import type { AppSite } from "#records/site/site.server.ts";

/**
 * An app bundle that is being made. `origin`: where the pages are served that it consists of or opens; `siteOrigin`: where the site itself is, which says
 * the current version; null if it has no address of its own.
 */
export type Bundle = {
  client: ClientType;
  number: number;
  origin: string;
  siteOrigin: string | null;
  madeAt: string;
  defaultLocale: Locale;
  site: AppSite;
};

/** The version in the notation of app stores. */
export const versionName = ({ number }: Pick<Bundle, "number">): string => `${number}.0.0`;

/** The colours of the site's theme. */
export const colorsOf = ({ site }: Pick<Bundle, "site">) => ({ ...baseColors, ...site.tokens });

/** Whether texts on a colour, #rrggbb, are light. */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}

/** An object as the text of a file. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** A file that says what the bundle is. */
export const bundleFact = ({ client, number, origin, madeAt }: Bundle): string =>
  jsonText({ client, version: number, address: origin, madeAt });
