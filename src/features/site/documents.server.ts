import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import type { ClientType } from "#kit/client-type.ts";
import { appPaths } from "#kit/site-app.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import type { RefusedForm, StaticExport, WidgetName } from "#kit/widget.ts";
import { noSuchCall, sendProblem } from "#server/http/calls.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { allowReplicas } from "#server/postgres/position.server.ts";
import type { ShareCard } from "#render/page/share-card.server.ts";
import { registerAppIcons } from "./app/app-icons.server.ts";
import { registerFeeds } from "./feeds.server.ts";
import type { ErrorPageName } from "./error-pages.server.ts";
import type { RenderedPage } from "./make-page.server.ts";

/** A page of a static export. `origin`: where the export will be served. `path` is normalized, `search` the query without its "?". */
export type StaticPageRequest = {
  tenantId: string;
  origin: string;
  client: ClientType;
  path: string;
  search: string;
  locale: Locale;
  staticExport: StaticExport;
};

declare module "#kit/call.ts" {
  interface Services {
    documents: Documents;
  }
}

/** Responds to requests for public pages, and finds what they contain. Node's request and response: pages are sent without Fastify. */
export type Documents = {
  /**
   * Responds from the cache, before any other code handles the request. Returns false, without having written anything, if the page is not cached.
   * Kept fast, because it runs for every request: one lookup by a key made from the request.
   */
  serveCached: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Responds with the page at the request's path, rendered if necessary, or with an error page. */
  servePage: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** Responds with the page at the request's path, showing a refused form. The page is for this visitor only, so it is not cached. */
  serveRefusedForm: (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    refusedForm: RefusedForm,
  ) => Promise<void>;
  /**
   * Whether the published page at the request's path shows a widget of this name now, and takes forms of this visitor: neither a read-only page does, nor
   * one for signed-in people of others.
   * @throws {Problem} unavailable
   */
  hasWidget: (request: IncomingMessage, widget: WidgetName) => Promise<boolean>;
  /** Responds with the draft that was shared with the `token` in the address (S-032). */
  serveShared: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** Responds with a page of a template of sites, the `page` of the template with the `key` in the address; by default its home page. */
  serveTemplate: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** Responds with an item of the market: that with the `id` in the address, or an edition that is not offered, with its `token`. */
  serveMarketItem: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** The share card of the page at `page` (path and query) of the request's site, in the request's language; undefined if there is no page. */
  cardOf: (request: IncomingMessage, page: string) => Promise<ShareCard | undefined>;
  /** Renders a page for a static export, as a visitor without a session gets it; undefined if there is none. @throws {Problem} unavailable */
  renderStatic: (request: StaticPageRequest) => Promise<RenderedPage | undefined>;
  /** Renders an error page for a static export. */
  renderStaticNotice: (request: StaticPageRequest, name: ErrorPageName) => Promise<RenderedPage>;
  /** Renders the page that an app shows without a connection. */
  renderOffline: (tenantId: string, locale: Locale) => Promise<RenderedPage>;
  /** Responds with an error page. */
  serveErrorPage: (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    name: ErrorPageName,
  ) => Promise<void>;
};

/** Whether an unknown address gets the error response of a call: under /api (B-262), and for methods that documents do not support. */
export function isCall(request: FastifyRequest): boolean {
  return /^\/api(?:\/|$)/i.test(request.url) || (request.method !== "GET" && request.method !== "HEAD");
}

/** Registers the routes of public pages: all addresses without a call, file or app screen. */
export function registerDocuments(http: FastifyInstance, services: Services): void {
  const { documents } = services;

  /** Runs `serve`, which writes the response without Fastify. If it fails, the connection is destroyed so that the client does not wait. */
  async function respond(request: FastifyRequest, reply: FastifyReply, serve: () => Promise<void>): Promise<void> {
    reply.hijack();
    await serve().catch((error: unknown) => {
      request.log.error({ reqId: request.id, err: error }, "a document cannot be served");
      services.errorReports.add({ source: "request", place: "document", error, reference: request.id });
      reply.raw.destroy();
    });
  }
  const pageHandler = (request: FastifyRequest, reply: FastifyReply) =>
    respond(request, reply, () => {
      allowReplicas();
      return documents.servePage(request.raw, reply.raw, request.id);
    });
  const errorPageHandler = (name: ErrorPageName) => (request: FastifyRequest, reply: FastifyReply) =>
    respond(request, reply, () => documents.serveErrorPage(request.raw, reply.raw, request.id, name));

  /** Requests that were refused before the look-up of a page, for an invalid address for instance, get the "not found" page. */
  function errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "tooManyRequests") return sendProblem(reply, error, "data", localeOf(request, services));
    return errorPageHandler("notFound")(request, reply);
  }
  const options = { ...unlimited, errorHandler };

  registerFeeds(http, services);
  registerAppIcons(http, services);
  // Each request for a preview renders a page: published pages are cached, these are not.
  const previewOptions = { ...options, onRequest: http.limitTo({ max: 300, windowSeconds: 60 }) };
  http.get("/outer/api", previewOptions, (request, reply) =>
    respond(request, reply, () => documents.serveShared(request.raw, reply.raw, request.id)),
  );
  http.get("/outer/template", previewOptions, (request, reply) =>
    respond(request, reply, () => documents.serveTemplate(request.raw, reply.raw, request.id)),
  );
  http.get("/outer/market", previewOptions, (request, reply) =>
    respond(request, reply, () => documents.serveMarketItem(request.raw, reply.raw, request.id)),
  );
  http.get(appPaths.offline, options, errorPageHandler("offline"));
  http.get("/404", options, errorPageHandler("notFound"));
  http.get("/505", options, errorPageHandler("illegal"));
  // Without `unlimited`: unknown calls count towards the rate limit, as calls do.
  http.all("/api/*", (_request, reply) => reply.callNotFound());
  http.get("/*", options, pageHandler);

  http.setNotFoundHandler(async (request, reply) => {
    if (!isCall(request)) return errorPageHandler("notFound")(request, reply);
    return sendProblem(reply, noSuchCall(request.url.split("?", 1)[0]!), "data", localeOf(request, services));
  });
}
