import { createHash } from "node:crypto";
import type { ClientType } from "#kit/client-type.ts";
import { appPaths } from "#kit/site-app.ts";
import { type Locale, type Text } from "#kit/text.ts";
import { fullUrl } from "#kit/url.ts";
import { sha256 } from "#server/process/secrets.server.ts";
import {
  languageFolder,
  languageIn,
  type PageAddress,
  pageAddress,
  type StaticLanguages,
  staticPath,
} from "./static-address.server.ts";

/** A page to rewrite. `path`, `query`: of the page itself, for links that are relative to it. */
export type StaticPage = { html: string; policy: string; locale: Locale; path: string; query: string };

/**
 * `origin`: where the export will be served; the rendered page has it in absolute addresses. `headOf`: what else stands in the head of its pages.
 */
export type StaticSite = StaticLanguages & {
  origin: string;
  client: ClientType;
  originalUrl: string | undefined;
  isLinkedToOriginal: boolean;
  headOf?: (locale: Locale, html: string) => string;
};

export type RewrittenPage = {
  html: string;
  /** The pages that it links to. */
  pages: PageAddress[];
  /** The built and stored files that it uses, as addresses of the original site: `/files/<key>?w=640`. */
  files: string[];
  /** The parts of fonts that it uses: addresses of the original site by the path in the export. Each page has its own, so they are not among `files`. */
  fonts: ReadonlyMap<string, string>;
};

const unavailableText: Text = { zh: "静态站点中不可用", en: "Not available in the static copy of this site" };

/** First segments of screens that visitors use; links to them may lead to the original site. Other screens are for administration. */
const visitorSegments = new Set(["user", "service"]);

const tags = /<[a-z][^<>]*>/g;
const linkAttributes = / (href|content|data-copy)="([^"<>]*)"/g;
const signInAttribute = / data-sign-in="[^"]*"/;
/** The structured data of a page. */
const structuredData = /(<script type="application\/ld\+json">)([^<]*)/;
const fileUrls = /\/(files|assets)\/([\w.-]+)(?:\?w=(\d{1,5})|\?subset=([\w-]+)\.[0-9a-f]{32})?/g;

const decode = (value: string) => value.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const encode = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The name of a stored file in the export: narrower pictures have their width in it. */
export const staticFilePath = (folder: string, name: string, width?: string): string =>
  width === undefined ? `/${folder}/${name}` : `/${folder}/${name.replace(/(\.\w+)?$/, `-${width}$1`)}`;

/** The name of a part of a font in the export. */
const staticFontPath = (font: string, set: string): string =>
  `/files/${font.slice(0, 36)}-${sha256(set).slice(0, 32)}.woff2`;

/**
 * Returns a function that maps an address in a page to that in the export: undefined for parts that need the server. `onPage` is called with every
 * page of the site that is linked to.
 */
export function addressRewriter(
  { locale, path, query }: Pick<StaticPage, "locale" | "path" | "query">,
  site: StaticSite,
  onPage: (address: PageAddress) => void,
): (value: string) => string | undefined {
  const base = `${site.origin}${path}${query}`;
  const siteHosts = new Set(
    [site.origin, site.originalUrl].flatMap((url) => (url === undefined ? [] : new URL(url).host)),
  );

  return function rewriteAddress(value) {
    if (/^(?:#|tel:|mailto:|data:)/i.test(value)) return value;
    // The offline page stands at other addresses, which its button opens again.
    if (path === appPaths.offline && value === "?") return value;
    const url = URL.parse(value, base);
    if (url === null || !siteHosts.has(url.host)) return value;
    // Absolute addresses, such as the canonical one, stay absolute.
    const origin = value.startsWith("/") || value.startsWith("?") ? "" : site.origin;
    if (/^\/(?:files|assets)\//.test(url.pathname)) return origin + url.pathname + url.search;
    const target = languageIn(url) ?? locale;
    if (url.pathname === "/feed.xml") return `${origin}${languageFolder(target, site)}/feed.xml`;
    // The notice before another site is left out: its target is linked.
    if (url.pathname === "/site/redirect") return fullUrl(url.searchParams.get("url"))?.href;
    const address = pageAddress(url);
    if (address !== undefined) {
      onPage(address);
      return origin + encodeURI(staticPath(address, target, site)) + url.hash;
    }
    const isForVisitors = visitorSegments.has(url.pathname.split("/")[1]!.toLowerCase());
    return isForVisitors && site.isLinkedToOriginal && site.originalUrl !== undefined
      ? site.originalUrl + url.pathname + url.search
      : undefined;
  };
}

/** The source of a style sheet in a content security policy. */
const hashSource = (style: string) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** The style sheet of a page. It may contain "<", in the condition of a media query. */
function styleOf(html: string): string {
  const start = html.indexOf("<style>") + "<style>".length;
  return html.slice(start, html.indexOf("</style>", start));
}

/** The policy for a `meta` element, which cannot say who may frame the page, with the hash of the style as it is after rewriting. */
const documentPolicy = (policy: string, style: { before: string; after: string }): string =>
  policy
    .split("; ")
    .filter((directive) => !directive.startsWith("frame-ancestors"))
    .join("; ")
    .replace(hashSource(style.before), () => hashSource(style.after));

/** Rewrites a rendered page so that it works on any web server: links to pages, files and the other language. */
export function rewritePage(page: StaticPage, site: StaticSite): RewrittenPage {
  const { locale } = page;
  const pages = new Set<PageAddress>();
  const files = new Set<string>();
  const fonts = new Map<string, string>();
  const rewriteAddress = addressRewriter(page, site, (address) => pages.add(address));

  function rewriteTag(tag: string): string {
    const isMeta = tag.startsWith("<meta ");
    if (tag.includes(" data-original=")) return tag;
    return tag.replace(signInAttribute, "").replace(linkAttributes, (attribute, name: string, value: string) => {
      // Of texts in the head, only addresses of this site are rewritten.
      if (name === "content" && !(isMeta && value.startsWith(`${site.origin}/`))) return attribute;
      const address = rewriteAddress(decode(value));
      if (address !== undefined) return ` ${name}="${encode(address)}"`;
      return name === "href" ? ` role="link" aria-disabled="true" title="${unavailableText[locale]}"` : "";
    });
  }

  const rewritten = page.html
    .replaceAll(tags, rewriteTag)
    .replace(structuredData, (_all, tag: string, json: string) => {
      const value = JSON.parse(json, (_key, item: unknown) =>
        typeof item === "string" && item.startsWith(`${site.origin}/`)
          ? (rewriteAddress(item) ?? `${site.origin}/`)
          : item,
      ) as unknown;
      return tag + JSON.stringify(value).replaceAll("<", "\\u003c");
    })
    .replaceAll(fileUrls, (url, folder: string, name: string, width?: string, set?: string) => {
      if (set !== undefined) {
        const fontPath = staticFontPath(name, set);
        fonts.set(fontPath, url);
        return fontPath;
      }
      files.add(url);
      return staticFilePath(folder, name, width);
    });
  const policy = documentPolicy(page.policy, { before: styleOf(page.html), after: styleOf(rewritten) });
  const policyTag = `<meta http-equiv="Content-Security-Policy" content="${encode(policy)}"/>`;
  const html = rewritten
    .replace("<head>", () => `<head>${policyTag}`)
    .replace("</head>", (end) => (site.headOf?.(locale, rewritten) ?? "") + end);
  return { html, pages: [...pages], files: [...files], fonts };
}

/** A page that leads to another one, as a redirect does. */
export function redirectPage(location: string, locale: Locale): string {
  const address = encode(location);
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"/><meta name="robots" content="noindex"/><meta http-equiv="refresh" content="0; url=${address}"/><title>${address}</title></head><body><a href="${address}">${address}</a></body></html>`;
}
