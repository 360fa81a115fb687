import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Services } from "#kit/call.ts";
import { seconds } from "#kit/format.ts";
import { languageOf } from "#kit/language.ts";
import { widgetsOf, withoutHidden } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { pageForVisit } from "#kit/visited-page.ts";
import type { FindPage } from "#records/site/publish.server.ts";
import { templatePage } from "#records/site/site-templates.server.ts";
import { sharedPage } from "#records/site/share.server.ts";
import type { PageAssets } from "#render/page/page-input.ts";
import { readSnapshot } from "#render/page/read-page.ts";
import { isDrawing } from "#ui/art/drawings.ts";
import { toCachedPage, type CachedPage, encodingOf, sendPage, type Watch } from "#server/http/page-cache.server.ts";
import { currentScope } from "#server/postgres/position.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import { type Address, createAddresses } from "./address.server.ts";
import type { Documents, StaticPageRequest } from "./documents.server.ts";
import { findPage, type RenderedPage, makeErrorPage, makePage, type PageRequest, siteOf } from "./make-page.server.ts";
import { type ErrorPageName, errorPages, fallbackSite, isWithoutSite } from "./error-pages.server.ts";
import { createPagesByAddress, type PageKey } from "./pages-by-address.server.ts";
import { queryValue } from "./page-query.server.ts";
import { languageCookieHeaders, withHeaders } from "./page-headers.server.ts";
import { cookieNames } from "#server/http/request.server.ts";
import { commonHeaders } from "#server/http/security-headers.server.ts";
import { addressOf, cookieValue, requestedLocale, clientOf, pagePath, storedLocale } from "./visitor.server.ts";

/** Stands for the address of a request while the database is unavailable. */
const unknownAddress: Address = { tenantId: "", origin: "http://localhost", key: "-", language: undefined };
/** How long the database is not queried after an outage, in ms. */
const retryDelay = seconds(2);
/** Maximum number of cached sites. */
const maxSites = 1000;

/** Headers of a page for a single visitor: no caching, no referrer, no indexing. */
const privateHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

/** The request for a page of a static export. */
const requestOfExport = ({ tenantId, origin, ...request }: StaticPageRequest): PageRequest => ({
  ...request,
  address: { tenantId, origin, key: "", language: undefined },
});

/** The status of the notice that takes the place of a page for signed-in people. */
const signInStatus = errorPages.signIn.status;

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === "unavailable";
const pageKeyOf = ({ address, client, locale, path, search }: PageRequest): PageKey => ({
  tenantId: address.tenantId,
  path,
  search,
  variant: `${address.key} ${client} ${locale}`,
});

/** Paths that are already normalized; `pagePath` normalizes others. */
const normalizedPath = /^(?:\/[a-z0-9_-][a-z0-9_.-]*)+$/;

/** Path, query and chosen language of a URL such as `/index?language=zh`. */
function parseUrl(url = "/"): { path: string; search: string; chosenLanguage: Locale | undefined } {
  const queryStart = url.indexOf("?");
  if (queryStart < 0) return { path: url, search: "", chosenLanguage: undefined };
  const search = url.slice(queryStart + 1);
  return { path: url.slice(0, queryStart), search, chosenLanguage: requestedLocale(search) };
}

/** Creates the service that finds, renders, caches and sends the public pages of all sites. */
export function createDocuments(services: Omit<Services, "documents">, assets: PageAssets): Documents {
  const { database, env, country, log, metrics } = services;
  const allServices = services as Services;
  const cache = createPagesByAddress();
  const coalesce = singleFlight<CachedPage>();
  const addresses = createAddresses(services, (key) => cache.drop([key]));
  const proxies = new Set((env.TRUST_PROXY ?? "").split(",").map((item) => item.trim()));
  const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;
  /** The last known site of each tenant, for error pages while the database is unavailable. */
  const sites = new LRUCache<string, Site>({ max: maxSites });
  const sessionCookie = cookieNames(env.PUBLIC_URL).session;
  let outageUntil = 0;
  /** The number of changes so far. A request joins no rendering that began before the last one: its sender may have made it. */
  let changeCount = 0;
  database.onChanged((tags) => {
    changeCount += 1;
    cache.drop(tags);
  });
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

  /** Caches a page with the tags of its data and of its address. */
  function cachePage(request: PageRequest, renderedPage: RenderedPage, watch: Watch): CachedPage {
    const { tags, ...page } = withHeaders(renderedPage, request.locale, isHttps);
    return cache.store(
      pageKeyOf(request),
      { ...page, tags: [...tags, request.address.key] },
      renderedPage.parameters,
      watch,
    );
  }

  /** The site whose header and footer an error page has: the last known site while the database is unavailable. */
  async function siteForErrorPage(tenantId: string, name: ErrorPageName): Promise<Site> {
    const lastKnownSite = sites.get(tenantId) ?? fallbackSite;
    if (name === "unavailable" || tenantId === "") return lastKnownSite;
    return siteOf(allServices, tenantId).then(
      (site) => rememberSite(tenantId, site),
      () => lastKnownSite,
    );
  }

  async function findOrMakeErrorPage(request: PageRequest, name: ErrorPageName): Promise<CachedPage> {
    // The same error page for all paths. Its path has no leading slash, so its key differs from those of pages.
    const errorPageRequest = { ...request, path: name, search: "" };
    const cachedErrorPage = cache.find(pageKeyOf(errorPageRequest));
    if (cachedErrorPage !== undefined) return cachedErrorPage;
    const watch = cache.watch();
    try {
      const renderedPage = makeErrorPage(
        allServices,
        assets,
        errorPageRequest,
        name,
        await siteForErrorPage(request.address.tenantId, name),
      );
      return cachePage(errorPageRequest, renderedPage, watch);
    } finally {
      watch.end();
    }
  }

  /** A response without the database: the page as it was a few minutes ago, else an error page. */
  function expiredPageOrErrorPage(request: PageRequest): CachedPage | Promise<CachedPage> {
    return cache.extend(pageKeyOf(request)) ?? findOrMakeErrorPage(request, "unavailable");
  }

  /** Renders and caches a page; during an outage, or if rendering fails, an expired page or an error page takes its place. */
  async function makePageOrFallBack(request: PageRequest): Promise<CachedPage> {
    if (Date.now() < outageUntil) return expiredPageOrErrorPage(request);
    const watch = cache.watch();
    try {
      const renderedPage = await makePage(allServices, assets, request);
      if (renderedPage === undefined) return await findOrMakeErrorPage(request, "notFound");
      rememberSite(request.address.tenantId, renderedPage.site);
      metrics.hot.renderedPages += 1;
      return cachePage(request, renderedPage, watch);
    } catch (error) {
      if (!isUnavailable(error)) {
        log.error({ err: error, path: request.path }, "a page cannot be made");
        allServices.errorReports.add({ source: "request", place: "page", error });
        return await findOrMakeErrorPage(request, "failed");
      }
      outageUntil = Date.now() + retryDelay;
      return await expiredPageOrErrorPage(request);
    } finally {
      watch.end();
    }
  }

  /** Parses a request for a page. `hasNoSite`: the host name belongs to no site. */
  async function parseRequest(raw: IncomingMessage) {
    const { path, search, chosenLanguage } = parseUrl(raw.url);
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
    return { request, chosenLanguage, hasNoSite: site === null };
  }
  type ParsedRequest = Awaited<ReturnType<typeof parseRequest>>;

  /** Whether a request carries the session of a person. @throws {Problem} unavailable */
  async function isSignedIn({ headers }: IncomingMessage, { tenantId }: Address): Promise<boolean> {
    const token = cookieValue(headers.cookie, sessionCookie);
    if (token === undefined || tenantId === "") return false;
    return (await services.sessions.resolvePrincipal(token, tenantId)).kind === "user";
  }

  /** The URL of the platform's agreement, for a space without agreements of its own; undefined for other paths. */
  async function platformAgreementUrl({ address, path, search }: PageRequest, host: string | undefined) {
    if (path !== "/html" || address.tenantId === "") return undefined;
    const platform = await services.tenants.platform();
    return address.tenantId === platform.id ? undefined : `${addresses.unknownHost(host).origin}/html?${search}`;
  }

  function findOrMakePage({ request, hasNoSite }: ParsedRequest): CachedPage | Promise<CachedPage> {
    if (hasNoSite) return findOrMakeErrorPage(request, "noSite");
    if (request.address === unknownAddress) return findOrMakeErrorPage(request, "unavailable");
    const key = pageKeyOf(request);
    // The whole query is in the key, because the parameters that the page reads are not known before it is rendered; and what the person must see.
    return (
      cache.find(key) ??
      coalesce(`${changeCount}\n${key.variant}\n${key.path}\n${key.search}\n${currentScope()?.required ?? ""}`, () =>
        makePageOrFallBack(request),
      )
    );
  }

  /** The page of a request. Of a page that requires a session, only the notice to sign in is cached; who is signed in gets the page itself. */
  async function findPageFor(raw: IncomingMessage, parsed: ParsedRequest): Promise<CachedPage> {
    const page = await findOrMakePage(parsed);
    if (page.status !== signInStatus) return page;
    try {
      if (!(await isSignedIn(raw, parsed.request.address))) return page;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return findOrMakeErrorPage(parsed.request, "unavailable");
    }
    return renderPrivate({ ...parsed, request: { ...parsed.request, isSignedIn: true } });
  }

  /** Renders a page for a single visitor, which neither the server nor a browser caches. */
  async function renderPrivate({ request, hasNoSite }: ParsedRequest, findPublished?: FindPage): Promise<CachedPage> {
    if (hasNoSite) return findOrMakeErrorPage(request, "noSite");
    try {
      const renderedPage = await makePage(allServices, assets, request, findPublished);
      if (renderedPage === undefined) return await findOrMakeErrorPage(request, "notFound");
      const { headers, ...page } = withHeaders(renderedPage, request.locale, isHttps);
      return toCachedPage({ ...page, headers: { ...headers, ...privateHeaders } });
    } catch (error) {
      log.error({ err: error, path: request.path }, "a page for one visitor cannot be made");
      if (isUnavailable(error)) return findOrMakeErrorPage(request, "unavailable");
      allServices.errorReports.add({ source: "request", place: "page for one visitor", error });
      return findOrMakeErrorPage(request, "failed");
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
    sendPage(page, raw, response, {
      ...languageCookieHeaders(raw, chosenLanguage, isHttps),
      "x-request-id": requestId,
    });
  }

  return {
    serveCached(request, response) {
      const { method, url = "/", headers } = request;
      if ((method !== "GET" && method !== "HEAD") || url.startsWith("/api/") || url.startsWith("/assets/"))
        return false;
      const address = addresses.cached(headers.host);
      if (address === undefined) return false;
      const { path: rawPath, search, chosenLanguage } = parseUrl(url);
      const path = rawPath === "/" ? "/index" : rawPath;
      if (!normalizedPath.test(path)) return false;
      const [locale, client] = [localeOf(request, chosenLanguage, address), clientOf(headers["user-agent"])];
      const page = cache.find(pageKeyOf({ address, path, search, locale, client }));
      // The notice to sign in is not for people who have.
      if (page?.status === signInStatus && cookieValue(headers.cookie, sessionCookie) !== undefined) return false;
      if (page === undefined || page.representations[encodingOf(headers["accept-encoding"])] === undefined)
        return false;
      const status = sendPage(page, request, response, languageCookieHeaders(request, chosenLanguage, isHttps));
      if (status === 304) metrics.hot.notModified += 1;
      else metrics.hot.cachedPages += 1;
      return true;
    },
    async servePage(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const page = await findPageFor(raw, parsed);
      const agreementUrl =
        page.status === 404 ? await platformAgreementUrl(parsed.request, raw.headers.host) : undefined;
      if (agreementUrl === undefined) return send(page, raw, response, parsed.chosenLanguage, requestId);
      response.writeHead(302, {
        ...commonHeaders,
        location: agreementUrl,
        "cache-control": "no-store",
        "x-request-id": requestId,
      });
      response.end();
    },
    async serveRefusedForm(raw, response, requestId, refusedForm) {
      const { request, ...parsed } = await parseRequest(raw);
      const isMember = await isSignedIn(raw, request.address);
      const page = await renderPrivate({ ...parsed, request: { ...request, refusedForm, isSignedIn: isMember } });
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async hasWidget(raw, widget) {
      const address = (await addresses.find(raw.headers.host)) ?? unknownAddress;
      const { tenantId } = address;
      const path = pagePath(parseUrl(raw.url).path);
      if (tenantId === "" || path === undefined) return false;
      const { foundPage } = await findPage(services, tenantId, path);
      if (foundPage === undefined) return false;
      const page = pageForVisit(withoutHidden(readSnapshot(foundPage.document).page), { at: Date.now() });
      if (page.setting.isRead === true || !widgetsOf(page).some(({ name }) => name === widget)) return false;
      return page.setting.isLogin !== true || isSignedIn(raw, address);
    },
    async serveShared(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const token = queryValue(parsed.request.search, "token") ?? "";
      const page = await renderPrivate(parsed, (read, tenantId) =>
        sharedPage(read, { tenantId, pepper: services.pepper, token }),
      );
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async serveTemplate(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const [key = "", path] = ["key", "page"].map((name) => queryValue(parsed.request.search, name));
      const page = await renderPrivate(parsed, async () => templatePage(key, path));
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async serveMarketItem(raw, response, requestId) {
      const parsed = await parseRequest(raw);
      const [id = "", edition, token, path] = ["id", "edition", "token", "page"].map((name) =>
        queryValue(parsed.request.search, name),
      );
      const page = await renderPrivate(parsed, () => services.market.preview({ id, edition, token, page: path }));
      await send(page, raw, response, parsed.chosenLanguage, requestId);
    },
    async cardOf(raw, page) {
      const [address, { chosenLanguage }] = [await addresses.find(raw.headers.host), parseUrl(raw.url)];
      const { path: rawPath, search } = parseUrl(page);
      const path = pagePath(rawPath);
      if (address === null || path === undefined) return undefined;
      const locale = localeOf(raw, chosenLanguage, address);
      const renderedPage = await makePage(allServices, assets, { address, path, search, locale, client: "WapH5" });
      if (renderedPage === undefined || renderedPage.status !== 200) return undefined;
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
    async renderStatic(request) {
      const pageRequest = requestOfExport(request);
      const page = await makePage(allServices, assets, pageRequest);
      if (page?.status !== signInStatus) return page;
      return makeErrorPage(allServices, assets, pageRequest, "membersOnly", page.site);
    },
    async renderOffline(tenantId, locale) {
      const request: PageRequest = {
        address: { ...unknownAddress, tenantId },
        path: "offline",
        search: "",
        locale,
        client: "WapH5",
      };
      return makeErrorPage(allServices, assets, request, "offline", await siteOf(allServices, tenantId));
    },
    async renderStaticNotice(request, name) {
      const site = await siteOf(allServices, request.tenantId);
      return makeErrorPage(allServices, assets, requestOfExport(request), name, site);
    },
    async serveErrorPage(raw, response, requestId, name) {
      const { request, chosenLanguage, hasNoSite } = await parseRequest(raw);
      await send(
        await findOrMakeErrorPage(request, hasNoSite && !isWithoutSite(name) ? "noSite" : name),
        raw,
        response,
        chosenLanguage,
        requestId,
      );
    },
  };
}
