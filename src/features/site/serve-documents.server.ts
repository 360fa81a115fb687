import type { IncomingMessage } from "node:http";
import type { Services } from "#kit/call.ts";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { PageAssets } from "#render/page-input.ts";
import { type CachedPage, createPageCache, sendPage } from "#server/page-cache.server.ts";
import { singleFlight } from "#server/single-flight.server.ts";
import { type Address, createAddresses } from "./address.server.ts";
import type { Documents } from "./documents.server.ts";
import { makeNotice, makePage, type PageRequest, siteOf } from "./make-page.server.ts";
import { type NoticeName, plainSite } from "./notices.server.ts";
import { choiceHeaders, withHeaders } from "./page-headers.server.ts";
import { addressOf, askedLocale, clientOf, pagePath, storedLocale } from "./visitor.server.ts";

/** Whose site it is while the database cannot say. */
const nobody: Address = { tenantId: "", origin: "http://localhost", key: "- " };
/** ms for which an outage is believed: nobody waits for a database that just did not answer. */
const pause = seconds(2);
/** Tenants whose last theme is remembered. */
const most = 1000;

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === "unavailable";
const keyOf = ({ address, client, locale, path }: PageRequest) => `${address.key}${client} ${locale} ${path}`;

/** Path and chosen language of an address such as `/index?language=zh`. */
function partsOf(url = "/"): { path: string; asked: Locale | undefined } {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, asked: undefined } : { path: url.slice(0, at), asked: askedLocale(url.slice(at + 1)) };
}

/** The public pages of all sites: finding, making, keeping and sending them. */
export function createDocuments(services: Omit<Services, "documents">, assets: PageAssets): Documents {
  const { database, env, country, log, metrics } = services;
  const makers = services as Services;
  const cache = createPageCache();
  const once = singleFlight<CachedPage>();
  const addresses = createAddresses(services);
  const proxies = new Set((env.TRUST_PROXY ?? "").split(",").map((item) => item.trim()));
  const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;
  /** The last theme seen of each tenant: what a notice looks like while the database is away. */
  const sites = new Map<string, Site>();
  let awayUntil = 0;
  database.onChanged(cache.drop);

  function localeOf(request: IncomingMessage, asked: Locale | undefined): Locale {
    const chosen = asked ?? storedLocale(request.headers.cookie);
    return chosen ?? (country.of(addressOf(request, proxies)) === "CN" ? "zh" : "en");
  }

  function rememberSite(tenantId: string, site: Site): Site {
    if (sites.size >= most) sites.clear();
    sites.set(tenantId, site);
    return site;
  }

  async function siteFor(tenantId: string, name: NoticeName): Promise<Site> {
    const known = sites.get(tenantId) ?? plainSite;
    if (name === "unavailable" || tenantId === "") return known;
    return siteOf(makers, tenantId).then(
      (site) => rememberSite(tenantId, site),
      () => known,
    );
  }

  async function notice(request: PageRequest, name: NoticeName): Promise<CachedPage> {
    // One page for all the paths that have none. Its own path is no document's: it does not begin with a slash.
    const own = { ...request, path: name };
    const known = cache.get(keyOf(own));
    if (known !== undefined) return known;
    const watch = cache.watch();
    try {
      const made = makeNotice(makers, assets, own, name, await siteFor(request.address.tenantId, name));
      return await cache.put(keyOf(own), withHeaders(made, request.locale, isHttps), watch);
    } finally {
      watch.end();
    }
  }

  /** What can be shown without the database: the page as it was a few minutes ago, else a notice. */
  function makeDo(request: PageRequest): CachedPage | Promise<CachedPage> {
    return cache.extend(keyOf(request)) ?? notice(request, "unavailable");
  }

  async function make(request: PageRequest): Promise<CachedPage> {
    if (Date.now() < awayUntil) return makeDo(request);
    const watch = cache.watch();
    try {
      const made = await makePage(makers, assets, request);
      if (made === undefined) return await notice(request, "notFound");
      rememberSite(request.address.tenantId, made.site);
      metrics.hot.renderedPages += 1;
      return await cache.put(keyOf(request), withHeaders(made, request.locale, isHttps), watch);
    } catch (error) {
      if (!isUnavailable(error)) {
        log.error({ err: error, path: request.path }, "a page cannot be made");
        return await notice(request, "failed");
      }
      awayUntil = Date.now() + pause;
      return await makeDo(request);
    } finally {
      watch.end();
    }
  }

  /** Who asks for what. `address` is null when the host name belongs to nobody. */
  async function understand(raw: IncomingMessage) {
    const { path, asked } = partsOf(raw.url);
    const address = await addresses.find(raw.headers.host).catch(() => nobody);
    const request: PageRequest = {
      address: address ?? nobody,
      path: pagePath(path) ?? "",
      locale: localeOf(raw, asked),
      client: clientOf(raw.headers["user-agent"]),
    };
    return { request, asked, address };
  }

  function pageFor(request: PageRequest, address: Address | null): CachedPage | Promise<CachedPage> {
    if (address === null) return notice(request, "notFound");
    if (address === nobody) return notice(request, "unavailable");
    const key = keyOf(request);
    return cache.get(key) ?? once(key, () => make(request));
  }

  return {
    serveCached(request, response) {
      const { method, url = "/", headers } = request;
      if ((method !== "GET" && method !== "HEAD") || url.startsWith("/api/") || url.startsWith("/assets/"))
        return false;
      const address = addresses.known(headers.host);
      if (address === undefined) return false;
      const { path, asked } = partsOf(url);
      const locale = localeOf(request, asked);
      const page = cache.get(
        `${address.key}${clientOf(headers["user-agent"])} ${locale} ${path === "/" ? "/index" : path}`,
      );
      if (page === undefined) return false;
      const status = sendPage(page, request, response, choiceHeaders(request, asked, isHttps));
      if (status === 304) metrics.hot.notModified += 1;
      else metrics.hot.cachedPages += 1;
      return true;
    },
    async servePage(raw, response, requestId) {
      const { request, asked, address } = await understand(raw);
      const page = await pageFor(request, address);
      sendPage(page, raw, response, { ...choiceHeaders(raw, asked, isHttps), "x-request-id": requestId });
    },
    async serveNotice(raw, response, requestId, name) {
      const { request, asked } = await understand(raw);
      sendPage(await notice(request, name), raw, response, {
        ...choiceHeaders(raw, asked, isHttps),
        "x-request-id": requestId,
      });
    },
  };
}
