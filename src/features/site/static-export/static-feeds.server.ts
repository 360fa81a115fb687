import type { Services } from "#kit/call.ts";
import { type Locale, locales } from "#kit/text.ts";
import { langOf } from "#render/page/page-head.server.tsx";
import { escapeXml, makeAtomFeed } from "../feeds.server.ts";
import type { PageAddress } from "./static-address.server.ts";
import { languageFolder, staticPath } from "./static-address.server.ts";
import { addressRewriter, type StaticSite } from "./static-html.server.ts";

/** The sitemap of an export (sitemaps.org, with hreflang): the addresses of its indexed pages in both languages. */
export function staticSitemap(pages: readonly PageAddress[], site: StaticSite): string {
  const urlOf = (page: PageAddress, locale: Locale) =>
    escapeXml(site.origin + encodeURI(staticPath(page, locale, site)));
  const urls = pages.flatMap((page) =>
    locales.map((locale) => {
      const alternates = locales.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${langOf(other)}" href="${urlOf(page, other)}"/>`,
      );
      return `<url><loc>${urlOf(page, locale)}</loc>${alternates.join("")}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join("")}</urlset>`;
}

export const staticRobotsTxt = ({ origin }: StaticSite): string =>
  `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`;

/** The feed of the latest news in a language: path and content. */
export async function staticFeed(services: Services, tenantId: string, locale: Locale, site: StaticSite) {
  const feed = await makeAtomFeed(services, { tenantId, origin: site.origin }, locale);
  const rewriteAddress = addressRewriter({ locale, path: "/index", query: "" }, site, () => undefined);
  const content = feed.replaceAll(/href="([^"<>]*)"/g, (attribute, value: string) => {
    const address = rewriteAddress(value.replaceAll("&amp;", "&"));
    return address === undefined ? attribute : `href="${escapeXml(address)}"`;
  });
  return { name: `${languageFolder(locale, site)}/feed.xml`.slice(1), content };
}
