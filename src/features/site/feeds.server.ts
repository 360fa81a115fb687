import type { FastifyInstance } from "fastify";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { megabytes } from "#kit/format.ts";
import { inLanguage } from "#kit/url.ts";
import { type Locale, type LocalizedValue, locales, textIn } from "#kit/text.ts";
import { isShown } from "#records/site/publish.server.ts";
import { publicRows } from "#records/site/public-rows.server.ts";
import { langOf } from "#render/page/page-head.server.tsx";
import { type CachedPage, createPageCache, encodingOf, sendPage } from "#server/http/page-cache.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { commonHeaders } from "#server/http/security-headers.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import { type Address, createAddresses } from "./address.server.ts";
import { siteOf } from "./make-page.server.ts";

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

/** Pages left out of the sitemap: those that search engines have no use for, and those that show one row of many, whose rows are listed instead. */
const unlisted = /^\/(?:message|site\/redirect|test|x|y|z|html|news\/edit)$|\{/;
/** Of each kind in a sitemap. */
const maxEntries = 5000;

type Entry = { path: string; changedAt: string };

/** Everything of a site that can be read by its address. */
async function entriesOf({ database }: Services, tenantId: string): Promise<Entry[]> {
  const entriesBy = (text: ReturnType<typeof sql>) => database.read<Entry>(tenantId, text);
  const [pages, news, wiki, contracts] = await Promise.all([
    entriesBy(
      sql`select p.path, max(p.updated_at) as "changedAt" from page p join page_snapshot s on s.tenant_id = p.tenant_id and s.id = p.snapshot_id where p.tenant_id = ${tenantId}::uuid and p.deleted_at is null and ${isShown(tenantId)} group by p.path order by p.path limit ${maxEntries}`,
    ),
    entriesBy(
      sql`select '/news/edit?id=' || id as path, updated_at as "changedAt" from news where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by published_at desc limit ${maxEntries}`,
    ),
    entriesBy(
      sql`select '/wiki/' || slug as path, updated_at as "changedAt" from wiki where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by sort limit ${maxEntries}`,
    ),
    entriesBy(
      sql`select '/html?id=' || number::int || '&method=contract' as path, updated_at as "changedAt" from contract where tenant_id = ${tenantId}::uuid and status = 'published' and deleted_at is null order by number limit ${maxEntries}`,
    ),
  ]);
  const publishedPaths = new Set(pages.map(({ path }) => path));
  // Rows are listed only while the page that shows them is published.
  const entriesFor = (page: string, entries: Entry[]) => (publishedPaths.has(page) ? entries : []);
  return [
    ...pages
      .filter(({ path }) => !unlisted.test(path))
      .map((page) => (page.path === "/index" ? { ...page, path: "/" } : page)),
    ...entriesFor("/news/edit", news),
    ...entriesFor("/wiki/{key}", wiki),
    ...entriesFor("/html", contracts),
  ];
}

/** A sitemap with both languages of every page (sitemaps.org, with hreflang). */
function sitemap(origin: string, entries: Entry[]): string {
  const urls = entries.flatMap(({ path, changedAt }) =>
    locales.map((locale) => {
      const alternates = locales.map(
        (other) =>
          `<xhtml:link rel="alternate" hreflang="${langOf(other)}" href="${escapeXml(inLanguage(origin + path, other))}"/>`,
      );
      return `<url>${tag("loc", inLanguage(origin + path, locale))}${tag("lastmod", changedAt)}${alternates.join("")}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join("")}</urlset>`;
}

/** The newest news as an Atom feed (RFC 4287). */
async function feed(services: Services, { tenantId, origin }: Address, locale: Locale): Promise<string> {
  const site = await siteOf(services, tenantId);
  const entities = await services.registries.of(tenantId);
  const { list } = publicRows(services.database, { tenantId, entities, locale, site, path: "/feed.xml" });
  const items = await list("news", { sort: { field: "publishedAt", direction: "desc" }, limit: 30 });
  const words = (value: LocalizedValue<string> | null) => textIn(value, locale);
  const entries = items.map((item) => {
    const address = inLanguage(`${origin}/news/edit?id=${item.id}`, locale);
    return `<entry>${tag("id", `urn:uuid:${item.id}`)}${tag("title", words(item.title))}<link href="${escapeXml(address)}"/>${tag("updated", item.updatedAt)}${item.publishedAt === null ? "" : tag("published", item.publishedAt)}${tag("summary", words(item.intro))}</entry>`;
  });
  const self = inLanguage(`${origin}/feed.xml`, locale);
  const updated =
    items
      .map((item) => item.updatedAt)
      .toSorted()
      .at(-1) ?? new Date(0).toISOString();
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${langOf(locale)}">${tag("id", self)}${tag("title", site.name[locale])}${tag("updated", updated)}<author>${tag("name", site.name[locale])}</author><link rel="self" href="${escapeXml(self)}"/><link href="${escapeXml(`${origin}/news`)}"/>${entries.join("")}</feed>`;
}

const disallowedPaths = [
  "/api/",
  "/paas/",
  "/service/",
  "/admin/",
  "/builder/",
  "/user/",
  "/dev/",
  "/message",
  "/site/redirect",
  "/outer/",
];
const robots = (origin: string) =>
  `${["User-agent: *", ...disallowedPaths.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`].join("\n")}\n`;

/** The entities that feeds depend on: a feed is created again when a row of one changes. */
const sources = ["site", "theme", "page", "news", "wiki", "contract"];
/** Capacity of the cache of feeds, in bytes. */
const cacheCapacity = megabytes(16);

type Make = (services: Services, address: Address, locale: Locale) => Promise<string>;
const feeds: { path: string; type: string; make: Make }[] = [
  { path: "/robots.txt", type: "text/plain", make: async (_services, { origin }) => robots(origin) },
  {
    path: "/sitemap.xml",
    type: "application/xml",
    make: async (services, { tenantId, origin }) => sitemap(origin, await entriesOf(services, tenantId)),
  },
  { path: "/feed.xml", type: "application/atom+xml", make: feed },
];

/** The documents of a site for programs: robots.txt, the sitemap, the feed. Cached like pages. */
export function registerFeeds(http: FastifyInstance, services: Services): void {
  const cache = createPageCache(cacheCapacity);
  const addresses = createAddresses(services, (key) => cache.drop([key]));
  const coalesce = singleFlight<CachedPage>();
  services.database.onChanged(cache.drop);

  async function cachedFeed(key: string, type: string, address: Address, make: () => Promise<string>) {
    const watch = cache.watch();
    try {
      const headers = { ...commonHeaders, "content-type": `${type}; charset=utf-8`, vary: "accept-encoding, cookie" };
      const tags = [address.key, ...sources.map((source) => rowsTag(address.tenantId, source))];
      return cache.store(key, { status: 200, html: await make(), headers, tags }, watch);
    } finally {
      watch.end();
    }
  }

  for (const { path, type, make } of feeds) {
    http.get(path, unlimited, async (request, reply) => {
      const address = await addresses.find(request.headers.host);
      if (address === null) return reply.callNotFound();
      const locale = localeOf(request, services);
      const key = `${address.key} ${locale} ${path}`;
      const page =
        cache.get(key) ??
        (await coalesce(key, () => cachedFeed(key, type, address, () => make(services, address, locale))));
      await cache.encode(page, encodingOf(request.headers["accept-encoding"]));
      reply.hijack();
      sendPage(page, request.raw, reply.raw);
      return reply;
    });
  }
}
