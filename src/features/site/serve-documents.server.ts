import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Services } from "#kit/call.ts";
import { seconds } from "#kit/format.ts";
import { languageOf } from "#kit/language.ts";
import { widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { publishedPage } from "#records/site/publish.server.ts";
import { sharedPage } from "#records/site/share.server.ts";
import type { PageAssets } from "#render/page/page-input.ts";
import { readPage } from "#render/page/read-page.ts";
import { isDrawing } from "#ui/art/drawings.ts";
import { toCachedPage, type CachedPage, encodingOf, sendPage, type Watch } from "#server/http/page-cache.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import { type Address, createAddresses } from "./address.server.ts";
import type { Documents } from "./documents.server.ts";
import { findPage, type RenderedPage, makeNotice, makePage, type PageRequest, siteOf } from "./make-page.server.ts";
import { type NoticeName, plainSite } from "./notices.server.ts";
import { createPagesByAddress, type PageKey } from "./pages-by-address.server.ts";
import { queryValue } from "./page-query.server.ts";
import { choiceHeaders, withHeaders } from "./page-headers.server.ts";
import { commonHeaders } from "#server/http/security-headers.server.ts";
import { addressOf, askedLocale, clientOf, pagePath, storedLocale } from "./visitor.server.ts";

/** The address used while the database is unavailable. */
const unknownAddress: Address = { tenantId: "", origin: "http://localhost", key: "-", language: undefined };
/** ms after an outage during which the database is not asked again. */
const retryDelay = seconds(2);
/** Maximum number of cached sites. */
const maxSites = 1000;

/** Headers of a page for one visitor: no caching, no referrer, no indexing. */
const privateHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === "unavailable";
const keyOf = ({ address, client, locale, path, search }: PageRequest): PageKey => ({
  tenantId: address.tenantId,
  path,
  search,
  variant: `${address.key} ${client} ${locale}`,
});

/** Normalized paths; others are normalized first (`pagePath`). */
const plainPath = /^(?:\/[a-z0-9_-][a-z0-9_.-]*)+$/;

/** Path, query and chosen language of an address such as `/index?language=zh`. */
function partsOf(url = "/"): { path: string; search: string; chosenLanguage: Locale | undefined } {
  const queryStart = url.indexOf("?");
  if (queryStart < 0) return { path: url, search: "", chosenLanguage: undefined };
  const search = url.slice(queryStart + 1);
  return { path: url.slice(0, queryStart), search, chosenLanguage: askedLocale(search) };
}

/** The public pages of all sites: finding, making, keeping and sending them. */
export function createDocuments(services: Omit<Services, "documents">, assets: PageAssets): Documents {
  const { database, env, country, log, metrics } = services;
  const allServices = services as Services;
  const cache = createPagesByAddress();
  const coalesce = singleFlight<CachedPage>();
  const addresses = createAddresses(services, (key) => cache.drop([key]));
  const proxies = new Set((env.TRUST_PROXY ?? "").split(",").map((item) => item.trim()));
  const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;
  /** The last known site of each tenant, for notices while the database is unavailable. */
  const sites = new LRUCache<string, Site>({ max: maxSites });
  let outageUntil = 0;
  database.onChanged(cache.drop);
  metrics.addGauge({
    name: "public_pages_cache_bytes",
    help: "Bytes of public pages that are kept in memory",
    labels: [],
    read: async () => [{ labels: {}, value: cache.bytes() }],
  });

  function localeOf(request: IncomingMessage, chosenLanguage: Locale | undefined, { language }: Address): Locale {
    const { cookie, "accept-language": accepted } = request.headers;
    return languageOf({
      chosenLanguage,
      stored: () => storedLocale(cookie),
      country: () => country.of(addressOf(request, proxies)),
      accepted,
      site: () => language,
    });
  }

  function rememberSite(tenantId: string, site: Site): Site {
    sites.set(tenantId, site);
    return site;
  }

  /** Caches a page under the tags of its data and of its address. */
  function keep(request: PageRequest, renderedPage: RenderedPage, watch: Watch): CachedPage {
    const { tags, ...page } = withHeaders(renderedPage, request.locale, isHttps);
    return cache.keep(
      keyOf(request),
      { ...page, tags: [...tags, request.address.key] },
      renderedPage.parameters,
      watch,
    );
  }

  async function siteFor(tenantId: string, name: NoticeName): Promise<Site> {
    const rememberedSite = sites.get(tenantId) ?? plainSite;
    if (name === "unavailable" || tenantId === "") return rememberedSite;
    return siteOf(allServices, tenantId).then(
      (site) => rememberSite(tenantId, site),
      () => rememberedSite,
    );
  }

  async function notice(request: PageRequest, name: NoticeName): Promise<CachedPage> {
    // One notice for all paths. Its key does not begin with a slash, so it cannot be a page's.
    const noticeRequest = { ...request, path: name, search: "" };
    const cachedNotice = cache.find(keyOf(noticeRequest));
    if (cachedNotice !== undefined) return cachedNotice;
    const watch = cache.watch();
    try {
      const renderedPage = makeNotice(
        allServices,
        assets,
        noticeRequest,
        name,
        await siteFor(request.address.tenantId, name),
      );
      return keep(noticeRequest, renderedPage, watch);
    } finally {
      watch.end();
    }
  }

  /** A response without the database: the page as it was a few minutes ago, else a notice. */
  function expiredPageOrNotice(request: PageRequest): CachedPage | Promise<CachedPage> {
    return cache.extend(keyOf(request)) ?? notice(request, "unavailable");
  }

  async function make(request: PageRequest): Promise<CachedPage> {
    if (Date.now() < outageUntil) return expiredPageOrNotice(request);
    const watch = cache.watch();
    try {
      const renderedPage = await makePage(allServices, assets, request);
      if (renderedPage === undefined) return await notice(request, "notFound");
      rememberSite(request.address.tenantId, renderedPage.site);
      metrics.hot.renderedPages += 1;
      return keep(request, renderedPage, watch);
    } catch (error) {
      if (!isUnavailable(error)) {
        log.error({ err: error, path: request.path }, "a page cannot be made");
        return await notice(request, "failed");
      }
      outageUntil = Date.now() + retryDelay;
      return await expiredPageOrNotice(request);
    } finally {
      watch.end();
    }
  }

  /** The site, client, language and address of a request. `isNowhere`: the host name belongs to no site. */
  async function parseRequest(raw: IncomingMessage) {
    const { path, search, chosenLanguage } = partsOf(raw.url);
    const { host } = raw.headers;
    const site = await addresses.find(host).catch(() => unknownAddress);
    const address = site ?? addresses.unknownHost(host);
    const request: PageRequest = {
      address,
      path: pagePath(path) ?? "",
      search,
      locale: localeOf(raw, chosenLanguage, address),
      client: clientOf(raw.headers["user-agent"]),
    };
    return { request, chosenLanguage, isNowhere: site === null };
  }
  type ParsedRequest = Awaited<ReturnType<typeof parseRequest>>;

  /** Agreements are on the platform's site, unless a space has its own. */
  async function platformDocument({ address, path, search }: PageRequest, host: string | undefined) {
    if (path !== "/html" || address.tenantId === "") return undefined;
    const platform = await services.tenants.platform();
    return address.tenantId === platform.id ? undefined : `${addresses.unknownHost(host).origin}/html?${search}`;
  }

  function pageFor({ request, isNowhere }: ParsedRequest): CachedPage | Promise<CachedPage> {
    if (isNowhere) return notice(request, "noSite");
    if (request.address === unknownAddress) return notice(request, "unavailable");
    const key = keyOf(request);
    // Until the parameters of a page are known, each address is rendered separately.
    return cache.find(key) ?? coalesce(`${key.variant}\n${key.path}\n${key.search}`, () => make(request));
  }

  /** A page for this visitor alone: it is not cached, here or elsewhere. */
  async function renderPrivate(
    { request, isNowhere }: ParsedRequest,
    find?: typeof publishedPage,
  ): Promise<CachedPage> {
    if (isNowhere) return notice(request, "noSite");
    try {
      const renderedPage = await makePage(allServices, assets, request, find);
      if (renderedPage === undefined) return await notice(request, "notFound");
      const { headers, ...page } = withHeaders(renderedPage, request.locale, isHttps);
      return toCachedPage({ ...page, headers: { ...headers, ...privateHeaders } });
    } catch (error) {
      log.error({ err: error, path: request.path }, "a page for one visitor cannot be made");
      return notice(request, isUnavailable(error) ? "unavailable" : "failed");
    }
  }

  async function send(
    page: CachedPage,
    raw: IncomingMessage,
    response: ServerResponse,
    chosenLanguage: Locale | undefined,
    requestId: string,
  ): Promise<void> {
    await cache.encode(page, encodingOf(raw.headers["accept-encoding"]));
    sendPage(page, raw, response, { ...choiceHeaders(raw, chosenLanguage, isHttps), "x-request-id": requestId });
  }

  return {
    serveCached(request, response) {
      const { method, url = "/", headers } = request;
      if ((method !== "GET" && method !== "HEAD") || url.startsWith("/api/") || url.startsWith("/assets/"))
        return false;
      const address = addresses.cached(headers.host);
      if (address === undefined) return false;
      const { path: raw, search, chosenLanguage } = partsOf(url);
      const path = raw === "/" ? "/index" : raw;
      if (!plainPath.test(path)) return false;
      const [locale, client] = [localeOf(request, chosenLanguage, address), clientOf(headers["user-agent"])];
      const page = cache.find(keyOf({ address, path, search, locale, client }));
      if (page === undefined || page.forms[encodingOf(headers["accept-encoding"])] === undefined) return false;
      const status = sendPage(page, request, response, choiceHeaders(request, chosenLanguage, isHttps));
      if (status === 304) metrics.hot.notModified += 1;
      else metrics.hot.cachedPages += 1;
      return true;
    },
    async servePage(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const page = await pageFor(parsed);
      const other = page.status === 404 ? await platformDocument(parsed.request, raw.headers.host) : undefined;
      if (other === undefined) return send(page, raw, response, parsed.chosenLanguage, requestId);
      response.writeHead(302, {
        ...commonHeaders,
        location: other,
        "cache-control": "no-store",
        "x-request-id": requestId,
      });
      response.end();
    },
    async servePosted(raw, response, requestId, posted) {
      const { request, ...parsed } = await parseRequest(raw);
      const page = await renderPrivate({ ...parsed, request: { ...request, posted } });
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async hasWidget(raw, widget) {
      const { tenantId } = (await addresses.find(raw.headers.host)) ?? unknownAddress;
      const path = pagePath(partsOf(raw.url).path);
      if (tenantId === "" || path === undefined) return false;
      const { found } = await findPage(services, tenantId, path);
      return found !== undefined && widgetsOf(readPage(found.document).page).some(({ name }) => name === widget);
    },
    async serveShared(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const token = queryValue(parsed.request.search, "token") ?? "";
      const page = await renderPrivate(parsed, (read, tenantId) =>
        sharedPage(read, { tenantId, pepper: services.pepper, token }),
      );
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async cardOf(raw, page) {
      const [address, { chosenLanguage }] = [await addresses.find(raw.headers.host), partsOf(raw.url)];
      const { path: rawPath, search } = partsOf(page);
      const path = pagePath(rawPath);
      if (address === null || path === undefined) return undefined;
      const locale = localeOf(raw, chosenLanguage, address);
      const renderedPage = await makePage(allServices, assets, { address, path, search, locale, client: "WapH5" });
      if (renderedPage === undefined || renderedPage.location !== undefined) return undefined;
      const { site, pageTexts, drawing } = renderedPage;
      const { host } = new URL(address.origin);
      return {
        ...pageTexts,
        locale,
        host,
        siteName: site.name[locale],
        drawing: isDrawing(drawing) ? drawing : undefined,
        colors: site.tokens,
      };
    },
    async serveNotice(raw, response, requestId, name) {
      const { request, chosenLanguage, isNowhere } = await parseRequest(raw);
      await send(await notice(request, isNowhere ? "noSite" : name), raw, response, chosenLanguage, requestId);
    },
  };
}
