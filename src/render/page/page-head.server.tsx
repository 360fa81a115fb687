import { localPicturePattern, storedPicture } from "#kit/picture.ts";
import { appleIconSize, appPaths, iconPath, iconVersion } from "#kit/site-app.ts";
import { type Locale, locales, textIn } from "#kit/text.ts";
import { withLanguage } from "#kit/url.ts";
import type { PageInput } from "./page-input.ts";
import { cardSize } from "./share-card.server.ts";

/** The language tag of a page's `lang` attribute. */
export const langOf = (locale: Locale): string => (locale === "zh" ? "zh-CN" : "en");

/**
 * URL patterns that are not prerendered: screens, which start the app, and responses that depend on the person. The patterns match any query as they
 * are; do not append "?*", which would make them match all URLs.
 */
const unprerenderedPaths = [
  "/paas/*",
  "/service/*",
  "/user/*",
  "/admin/*",
  "/builder/*",
  "/dev/*",
  "/design/*",
  "/api/*",
  "/message",
];

/** Speculation rules: the browser prerenders the page of a link under the pointer, so that it opens at once on a click. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: unprerenderedPaths } },
          { not: { selector_matches: "[data-language]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/** `/` and `/index` are one page; `/` is canonical. */
const canonicalPath = (path: string) => (path === "/index" ? "/" : path);

/** Structured data (schema.org) for search engines: the company, the breadcrumb, and the data of the page's widgets. */
function structuredData(
  { site, locale, origin, path, pageDescription }: PageInput,
  { title, address: pageUrl, picture }: { title: string; address: string; picture: string | undefined },
): string {
  const { url, image, ...data } = pageDescription.structured ?? {};
  const crumbs = [
    { name: site.name[locale], item: `${origin}/` },
    ...(path === "/index" ? [] : [{ name: title, item: pageUrl }]),
  ];
  const graph = [
    { "@type": "Organization", name: site.name[locale], description: site.description[locale], url: `${origin}/` },
    {
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map((crumb, index) => ({ "@type": "ListItem", position: index + 1, ...crumb })),
    },
    ...(pageDescription.structured === undefined
      ? []
      : [
          {
            ...data,
            ...(typeof url === "string" ? { url: origin + url } : {}),
            image: typeof image === "string" ? origin + image : picture,
            inLanguage: langOf(locale),
          },
        ]),
  ];
  // "</script>" in a title must not end the script element.
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
}

/** Title and description of a page, in its language: from its widgets, otherwise from its own settings. */
export function pageTexts({ site, locale, page, pageDescription }: PageInput): {
  title: string;
  description: string;
} {
  return {
    title: pageDescription.title ?? textIn(page.setting.title, locale),
    description: pageDescription.description ?? (textIn(page.setting.description, locale) || site.description[locale]),
  };
}

/** The picture of a page in links that are shared. `size`: in px; undefined if it is not known. */
function SharePicture({ address, size }: { address: string; size: { width: number; height: number } | undefined }) {
  return (
    <>
      <meta property="og:image" content={address} />
      {size !== undefined && <meta property="og:image:width" content={String(size.width)} />}
      {size !== undefined && <meta property="og:image:height" content={String(size.height)} />}
    </>
  );
}

/** The `<head>` of a public page. The title is the site's name followed by the page's own title (B-015). */
export function PageHead({ input, style, fonts }: { input: PageInput; style: string; fonts: string[] }) {
  const { site, locale, origin, path, query, page, pageDescription, assets } = input;
  const isIndexed = input.isIndexed && pageDescription.isIndexed !== false;
  const { title, description } = pageTexts(input);
  const canonical = pageDescription.canonical ?? canonicalPath(path);
  const pageUrl = origin + canonical;
  const chosenPicture = localPicturePattern.test(page.setting.picture ?? "") ? page.setting.picture! : undefined;
  const card =
    input.staticExport === undefined
      ? withLanguage(`${origin}/share.png?page=${encodeURIComponent(canonical + query)}`, locale)
      : undefined;
  const picture = chosenPicture === undefined ? card : origin + chosenPicture;
  const pictureSize = chosenPicture === undefined ? cardSize : storedPicture(chosenPicture);
  const keywords = textIn(page.setting.keywords, locale);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{`${site.name[locale]} · ${title}`}</title>
      <meta name="description" content={description} />
      {keywords !== "" && <meta name="keywords" content={keywords} />}
      <meta name="color-scheme" content="light dark" />
      {/* The colour of paper in each scheme (ui/tokens.css). */}
      <meta name="theme-color" content="#f8fbf9" media="(prefers-color-scheme:light)" />
      <meta name="theme-color" content="#081410" media="(prefers-color-scheme:dark)" />
      {isIndexed ? (
        <link rel="canonical" href={pageUrl + withLanguage(query, locale)} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {isIndexed &&
        locales.map((other) => (
          <link key={other} rel="alternate" hrefLang={langOf(other)} href={pageUrl + withLanguage(query, other)} />
        ))}
      {isIndexed && <link rel="alternate" hrefLang="x-default" href={pageUrl + query} />}
      {isIndexed && (
        <>
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:site_name" content={site.name[locale]} />
          <meta
            property="og:type"
            content={pageDescription.structured?.["@type"] === "NewsArticle" ? "article" : "website"}
          />
          <meta property="og:url" content={pageUrl + withLanguage(query, locale)} />
          <meta property="og:locale" content={locale === "zh" ? "zh_CN" : "en_US"} />
          {picture !== undefined && <SharePicture address={picture} size={pictureSize} />}
          <meta name="twitter:card" content="summary_large_image" />
          <link
            rel="alternate"
            type="application/atom+xml"
            href={`/feed.xml?language=${locale}`}
            title={site.name[locale]}
          />
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: structuredData(input, { title, address: pageUrl, picture }) }}
          />
        </>
      )}
      {site.app !== undefined && input.staticExport === undefined && (
        <>
          <link rel="manifest" href={`${appPaths.manifest}?language=${locale}`} />
          <link rel="apple-touch-icon" href={`${iconPath(appleIconSize)}?v=${iconVersion(site)}`} />
          <meta name="apple-mobile-web-app-title" content={site.app.name[locale]} />
        </>
      )}
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      {/* Preloaded here as well as by the `Link` header: only these elements delay the first paint until the fonts are loaded, so that nothing shifts. */}
      {fonts.map((url) => (
        <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <script type="module" src={assets.islands} />
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
    </head>
  );
}
