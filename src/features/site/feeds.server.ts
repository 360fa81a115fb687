import type { FastifyInstance } from "fastify";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { appPaths } from "#kit/site-app.ts";
import { megabytes } from "#kit/format.ts";
import { withLanguage } from "#kit/url.ts";
import { type Locale, type LocalizedValue, locales, textIn } from "#kit/text.ts";
import { menuForVisitors } from "#records/describe/menus.server.ts";
import { shownCondition } from "#records/site/publish.server.ts";
import { publicRows } from "#records/site/public-rows.server.ts";
import { readBoundAddresses } from "#records/visitors/visitor-rows.server.ts";
import { langOf } from "#render/page/page-head.server.tsx";
import { type CachedPage, createPageCache, encodingOf, sendPage } from "#server/http/page-cache.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { commonHeaders } from "#server/http/security-headers.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import { appManifest } from "./app/app-manifest.server.ts";
import { serviceWorker } from "./app/app-worker.server.ts";
import { type Address, createAddresses } from "./address.server.ts";
import { siteOf } from "./make-page.server.ts";

export const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

/** Pages left out of the sitemap: pages of no use to search engines, and pages that show a row by its id, whose rows are listed instead. */
const unlistedPaths = /^\/(?:message|site\/redirect|test|x|y|z|html|news\/edit)$|\{/;
/** Maximum pages, and rows of each entity, in a sitemap. */
const maxEntries = 5000;

export type Entry = { path: string; changedAt: string };

type RowPage = { path: string; row: unknown };

/**
 * The address of a row on the page that shows it; undefined where a row has none of its own, because the path has a part that the row does not
 * decide.
 */
function rowAddress(path: string, id: string): string | undefined {
  if (!path.includes("{")) return `${path === "/index" ? "/" : path}?id=${id}`;
  return path.endsWith("/{key}") ? path.replace("{key}", id) : undefined;
}

/** The rows that visitors may read on pages of records, with the address of each. `onRead`: see `readSitemapEntries`. */
async function readRowEntries(
  { database, registries }: Pick<Services, "database" | "registries">,
  tenantId: string,
  onRead: OnRead,
): Promise<Entry[]> {
  const pages = await database.read<RowPage>(
    tenantId,
    sql`select p.path, s.document -> 'setting' -> 'row' as row from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id
      where p.tenant_id = ${tenantId}::uuid and p.deleted_at is null and ${shownCondition(tenantId)} and not s.is_login
        and jsonb_typeof(s.document -> 'setting' -> 'row') = 'object' order by p.path limit ${maxEntries}`,
  );
  const entities = await registries.of(tenantId);
  const entries: Entry[] = [];
  for (const { path, row } of pages) {
    if (rowAddress(path, "") === undefined) continue;
    const reader = { database, entities, tenantId, locale: "zh", onRead } as const;
    // One after the other, so that all pages together have no more entries than a sitemap.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await readBoundAddresses(reader, row, maxEntries - entries.length);
    entries.push(...rows.map(({ id, updatedAt }) => ({ path: rowAddress(path, id)!, changedAt: updatedAt })));
  }
  return entries;
}

/** Gets the cache tags of what was read. */
type OnRead = (tag: string) => void;

/**
 * The published pages and rows of a site that have an address of their own, rows of the space included that pages of records show (ADR 130). `onRead` gets
 * the cache tags of these rows.
 */
export async function readSitemapEntries(
  services: Pick<Services, "database" | "registries">,
  tenantId: string,
  onRead: OnRead = () => undefined,
): Promise<Entry[]> {
  const { database } = services;
  const readEntries = (text: ReturnType<typeof sql>) => database.read<Entry>(tenantId, text);
  const [pages, news, wiki, contracts, rows] = await Promise.all([
    readEntries(
      sql`select p.path, max(p.updated_at) as "changedAt" from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id where p.tenant_id = ${tenantId}::uuid and p.deleted_at is null and ${shownCondition(tenantId)} and not s.is_login group by p.path order by p.path limit ${maxEntries}`,
    ),
    readEntries(
      sql`select '/news/edit?id=' || id as path, updated_at as "changedAt" from news where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by published_at desc limit ${maxEntries}`,
    ),
    readEntries(
      sql`select '/wiki/' || slug as path, updated_at as "changedAt" from wiki where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by sort limit ${maxEntries}`,
    ),
    readEntries(
      sql`select '/html?id=' || number::int || '&method=contract' as path, updated_at as "changedAt" from contract where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by number limit ${maxEntries}`,
    ),
    readRowEntries(services, tenantId, onRead),
  ]);
  const publishedPaths = new Set(pages.map(({ path }) => path));
  // Rows are listed only while the page that shows them is published.
  const entriesIfPublished = (page: string, entries: Entry[]) => (publishedPaths.has(page) ? entries : []);
  return [
    ...pages
      .filter(({ path }) => !unlistedPaths.test(path))
      .map((page) => (page.path === "/index" ? { ...page, path: "/" } : page)),
    ...entriesIfPublished("/news/edit", news),
    ...entriesIfPublished("/wiki/{key}", wiki),
    ...entriesIfPublished("/html", contracts),
    ...rows,
  ];
}

/** Makes a sitemap that lists every page in both languages (sitemaps.org, with hreflang). */
function makeSitemap(origin: string, entries: Entry[]): string {
  const urls = entries.flatMap(({ path, changedAt }) =>
    locales.map((locale) => {
      const alternates = locales.map(
        (other) =>
          `<xhtml:link rel="alternate" hreflang="${langOf(other)}" href="${escapeXml(withLanguage(origin + path, other))}"/>`,
      );
      return `<url>${element("loc", withLanguage(origin + path, locale))}${element("lastmod", changedAt)}${alternates.join("")}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join("")}</urlset>`;
}

/** Makes an Atom feed (RFC 4287) of the latest news. */
export async function makeAtomFeed(
  services: Services,
  { tenantId, origin }: Pick<Address, "tenantId" | "origin">,
  locale: Locale,
): Promise<string> {
  const site = await siteOf(services, tenantId);
  const entities = await services.registries.of(tenantId);
  const { list } = publicRows(services.database, {
    tenantId,
    entities,
    locale,
    site,
    path: "/feed.xml",
    market: services.market.items,
    items: async () => [],
    builderMenu: () => menuForVisitors(services.database, { tenantId, entities }, "builder"),
  });
  const items = await list("news", { sort: { field: "publishedAt", direction: "desc" }, limit: 30 });
  const localText = (value: LocalizedValue<string> | null) => textIn(value, locale);
  const entries = items.map((item) => {
    const address = withLanguage(`${origin}/news/edit?id=${item.id}`, locale);
    return `<entry>${element("id", `urn:uuid:${item.id}`)}${element("title", localText(item.title))}<link href="${escapeXml(address)}"/>${element("updated", item.updatedAt)}${item.publishedAt === null ? "" : element("published", item.publishedAt)}${element("summary", localText(item.intro))}</entry>`;
  });
  const feedUrl = withLanguage(`${origin}/feed.xml`, locale);
  const updated =
    items
      .map((item) => item.updatedAt)
      .toSorted()
      .at(-1) ?? new Date(0).toISOString();
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${langOf(locale)}">${element("id", feedUrl)}${element("title", site.name[locale])}${element("updated", updated)}<author>${element("name", site.name[locale])}</author><link rel="self" href="${escapeXml(feedUrl)}"/><link href="${escapeXml(`${origin}/news`)}"/>${entries.join("")}</feed>`;
}

const disallowedPaths = [
  "/api/",
  "/paas/",
  "/service/",
  "/admin/",
  "/builder/",
  "/user/",
  "/dev/",
  "/design/",
  "/message",
  "/site/redirect",
  "/outer/",
];
const makeRobotsTxt = (origin: string) =>
  `${["User-agent: *", ...disallowedPaths.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`].join("\n")}\n`;

/** The entities that feeds depend on. A change of any of their rows removes the feeds from the cache. */
const sourceTypes = ["site", "theme", "page", "news", "wiki", "contract"];
/** Capacity of the cache of feeds, in bytes. */
const cacheCapacity = megabytes(16);

/** Returns undefined if the site has no such file. */
type MakeFeed = (
  services: Services,
  address: Address,
  { locale, onRead }: { locale: Locale; onRead: OnRead },
) => Promise<string | undefined>;
type Feed = { path: string; type: string; headers?: Record<string, string>; make: MakeFeed };
const feeds: Feed[] = [
  { path: "/robots.txt", type: "text/plain", make: async (_services, { origin }) => makeRobotsTxt(origin) },
  {
    path: "/sitemap.xml",
    type: "application/xml",
    make: async (services, { tenantId, origin }, { onRead }) =>
      makeSitemap(origin, await readSitemapEntries(services, tenantId, onRead)),
  },
  {
    path: "/feed.xml",
    type: "application/atom+xml",
    make: (services, address, { locale }) => makeAtomFeed(services, address, locale),
  },
  {
    path: appPaths.manifest,
    type: "application/manifest+json",
    make: async (services, { tenantId }, { locale }) => appManifest(await siteOf(services, tenantId), locale),
  },
  {
    path: appPaths.worker,
    type: "text/javascript",
    headers: { "cache-control": "no-cache", "content-security-policy": "default-src 'none'; connect-src 'self'" },
    make: async (services, { tenantId }) => serviceWorker(services, tenantId, await siteOf(services, tenantId)),
  },
];

/** Registers the routes of a site's robots.txt, sitemap, news feed, app manifest and service worker. They are cached like pages. */
export function registerFeeds(http: FastifyInstance, services: Services): void {
  const cache = createPageCache(cacheCapacity);
  const addresses = createAddresses(services, (key) => cache.drop([key]));
  const coalesce = singleFlight<CachedPage | undefined>();
  services.database.onChanged(cache.drop);

  async function makeCachedFeed(key: string, address: Address, locale: Locale, feed: Feed) {
    const watch = cache.watch();
    try {
      const read = new Set<string>();
      const html = await feed.make(services, address, { locale, onRead: (tag) => read.add(tag) });
      if (html === undefined) return undefined;
      const headers = {
        ...commonHeaders,
        "content-type": `${feed.type}; charset=utf-8`,
        vary: "accept-encoding, accept-language, cookie",
        ...feed.headers,
      };
      const tags = [address.key, ...sourceTypes.map((source) => rowsTag(address.tenantId, source)), ...read];
      return cache.store(key, { status: 200, html, headers, tags }, watch);
    } finally {
      watch.end();
    }
  }

  for (const feed of feeds) {
    http.get(feed.path, unlimited, async (request, reply) => {
      const address = await addresses.find(request.headers.host);
      if (address === null) return reply.callNotFound();
      const locale = localeOf(request, services);
      const key = `${address.key} ${locale} ${feed.path}`;
      const page = cache.get(key) ?? (await coalesce(key, () => makeCachedFeed(key, address, locale, feed)));
      if (page === undefined) return reply.callNotFound();
      await cache.encode(page, encodingOf(request.headers["accept-encoding"]));
      reply.hijack();
      sendPage(page, request.raw, reply.raw);
      return reply;
    });
  }
}
