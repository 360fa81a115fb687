import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { isSystemPath } from "#kit/page-path.ts";
import { appPaths } from "#kit/site-app.ts";
import { type Locale, locales } from "#kit/text.ts";
import { shownCondition } from "#records/site/publish.server.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import type { StaticPageRequest } from "../documents.server.ts";
import { readSitemapEntries } from "../feeds.server.ts";
import { type PageAddress, languageFolder, pageAddress, partsOf, staticPath } from "./static-address.server.ts";
import { fontInput, scriptFiles } from "./static-files.server.ts";
import { staticFeed, staticRobotsTxt, staticSitemap } from "./static-feeds.server.ts";
import {
  addressRewriter,
  redirectPage,
  rewritePage,
  type RewrittenPage,
  type StaticSite,
} from "./static-html.server.ts";
import { maxStaticPages } from "./static-limits.ts";

/** Names of the folder with the other language; the first below which the site has no page. */
const folderNames: Record<Locale, readonly string[]> = {
  zh: ["zh", "zh-cn", "chinese", "zh-copy"],
  en: ["en", "en-us", "english", "en-copy"],
};

/** What an export begins with: how languages share the host, the pages that are known without a link to them, and the scripts. */
export async function beginExport(services: Services, tenantId: string) {
  const { database, tenants } = services;
  const [sites, published, entries, originalUrl] = await Promise.all([
    database.read<{ language: string | null }>(
      tenantId,
      sql`select default_language as language from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
    ),
    database.read<{ path: string }>(
      tenantId,
      sql`select distinct s.path from page_snapshot s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id and p.snapshot_id = s.id
        where s.tenant_id = ${tenantId}::uuid and p.deleted_at is null and not s.is_login and ${shownCondition(tenantId)}
        order by s.path limit ${maxStaticPages}`,
    ),
    readSitemapEntries(services, tenantId),
    tenants.originOf(tenantId),
  ]);
  const defaultLocale: Locale = sites[0]?.language === "en" ? "en" : "zh";
  const other = defaultLocale === "zh" ? "en" : "zh";
  const isFree = (name: string) => !published.some(({ path }) => `${path}/`.startsWith(`/${name}/`));
  const prefix = folderNames[other].find(isFree) ?? folderNames[other].at(-1)!;
  const paths = [
    ...published.map(({ path }) => path).filter((path) => !path.includes("{")),
    ...entries.map(({ path }) => path),
  ];
  const addresses = paths.flatMap((path) => pageAddress(new URL(path, "http://localhost")) ?? []);
  const known = [...new Set(["/index", ...addresses])];
  const pages = known.slice(0, maxStaticPages);
  const settings = { defaultLocale, prefix, originalUrl };
  return { settings, pages, beyond: known.length - pages.length, files: scriptFiles() };
}

const requestOf = (tenantId: string, address: PageAddress, locale: Locale, site: StaticSite): StaticPageRequest => ({
  tenantId,
  ...partsOf(address),
  origin: site.origin,
  client: site.client,
  locale,
  staticExport: { originalUrl: site.isLinkedToOriginal ? site.originalUrl : undefined },
});

/** An entry of the ZIP with a text. `name`: its path, with a slash at its begin. */
export const entry = (name: string, text: string): ZipInput => ({ name: name.slice(1), content: [Buffer.from(text)] });

/** A page in one language: its file, and what it leads to. Undefined if there is no such page. */
async function exportPage(services: Services, request: StaticPageRequest, address: PageAddress, site: StaticSite) {
  const page = await services.documents.renderStatic(request);
  if (page === undefined) return undefined;
  const { locale, path, search } = request;
  const place = { locale, path, query: search === "" ? "" : `?${search}` };
  const name = `${staticPath(address, locale, site)}index.html`;
  if (page.location !== undefined) {
    const pages: PageAddress[] = [];
    const location = addressRewriter(place, site, (target) => pages.push(target))(page.location) ?? "/";
    return { entry: entry(name, redirectPage(location, locale)), pages, files: [], fonts: [], isIndexed: false };
  }
  const { html, pages, files, fonts } = rewritePage({ ...place, html: page.html, policy: page.policy }, site);
  return { entry: entry(name, html), pages, files, fonts, isIndexed: html.includes('<link rel="canonical"') };
}

/** The parts of fonts that are not in the export yet. `known`: their paths, to which these are added. */
export async function fontEntries(
  services: Services,
  fonts: Iterable<readonly [path: string, url: string]>,
  known: Set<string>,
): Promise<ZipInput[]> {
  const entries: ZipInput[] = [];
  for (const [path, url] of fonts) {
    if (known.has(path)) continue;
    // One after the other, as they are made.
    // oxlint-disable-next-line no-await-in-loop
    const input = await fontInput(services, path, url);
    if (input === undefined) continue;
    known.add(path);
    entries.push(input);
  }
  return entries;
}

/**
 * Renders pages in both languages. `fonts`: the paths of the parts of fonts that the export has, to which those of the pages are added. `pages` and
 * `files` of the result: what the pages lead to and use; `missing`: those that do not exist; `missingFonts`: fonts of which there is no part.
 */
export async function exportPages(
  services: Services,
  tenantId: string,
  addresses: readonly PageAddress[],
  { site, fonts }: { site: StaticSite; fonts: Set<string> },
) {
  const entries: ZipInput[] = [];
  const [pages, files] = [new Set<PageAddress>(), new Set<string>()];
  const [indexed, missing]: [PageAddress[], PageAddress[]] = [[], []];
  const missingFonts = new Set<string>();
  const addressesInLanguages = addresses.flatMap((address) => locales.map((locale) => ({ address, locale })));
  for (const { address, locale } of addressesInLanguages) {
    const exported = await exportPage(services, requestOf(tenantId, address, locale, site), address, site);
    const isFirst = locale === locales[0];
    if (exported === undefined && isFirst && !isSystemPath(partsOf(address).path)) missing.push(address);
    if (exported === undefined) continue;
    entries.push(exported.entry, ...(await fontEntries(services, exported.fonts, fonts)));
    for (const [path, url] of exported.fonts) if (!fonts.has(path)) missingFonts.add(url.split("?")[0]!);
    for (const page of exported.pages) pages.add(page);
    for (const file of exported.files) files.add(file);
    if (isFirst && exported.isIndexed) indexed.push(address);
  }
  return { entries, pages: [...pages], files: [...files], indexed, missing, missingFonts: [...missingFonts] };
}

/** Where the pages without an address of their own stand. */
const noticePaths = { notFound: "/index", offline: appPaths.offline };

/** Renders the "not found" page, or the page that an app shows without a connection. */
export async function exportNotice(
  services: Services,
  tenantId: string,
  name: keyof typeof noticePaths,
  locale: Locale,
  site: StaticSite,
): Promise<RewrittenPage> {
  const path = noticePaths[name];
  const { html, policy } = await services.documents.renderStaticNotice(requestOf(tenantId, path, locale, site), name);
  return rewritePage({ locale, path, query: "", html, policy }, site);
}

/** The last files of an export: the "not found" pages, feeds, sitemap and robots.txt. `fonts`: see `exportPages`. */
export async function filesOfEnd(
  services: Services,
  tenantId: string,
  indexed: readonly PageAddress[],
  { site, fonts }: { site: StaticSite; fonts: Set<string> },
): Promise<ZipInput[]> {
  const languages = await Promise.all(
    locales.map(async (locale) => {
      const page = await exportNotice(services, tenantId, "notFound", locale, site);
      const { name, content } = await staticFeed(services, tenantId, locale, site);
      return {
        entries: [entry(`${languageFolder(locale, site)}/404.html`, page.html), entry(`/${name}`, content)],
        fonts: page.fonts,
      };
    }),
  );
  return [
    ...languages.flatMap(({ entries }) => entries),
    ...(await fontEntries(
      services,
      languages.flatMap((language) => [...language.fonts]),
      fonts,
    )),
    entry("/sitemap.xml", staticSitemap(indexed, site)),
    entry("/robots.txt", staticRobotsTxt(site)),
  ];
}
