import { appIconSizes, iconPath, iconVersion, maskableSizes } from "#kit/site-app.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { baseColors } from "#kit/theme-colors.ts";
import { langOf } from "#render/page/page-head.server.tsx";

/** The web app manifest (W3C) of a site in a language; undefined if the site is no app. `start`: the address of the first page. */
export function appManifest(site: Site, locale: Locale, start = "/"): string | undefined {
  const { app, name, tokens } = site;
  if (app === undefined) return undefined;
  const { brand, paper } = { ...baseColors, ...tokens };
  const version = iconVersion(site);
  const icon = (size: number, isMaskable: boolean) => ({
    src: `${iconPath(size, isMaskable)}?v=${version}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  });
  return JSON.stringify({
    id: "/",
    name: name[locale],
    short_name: app.name[locale],
    description: app.description[locale],
    lang: langOf(locale),
    dir: "ltr",
    start_url: start,
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: brand,
    icons: [...appIconSizes.map((size) => icon(size, false)), ...maskableSizes.map((size) => icon(size, true))],
  });
}
