import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Posted, WidgetName } from "#kit/widget.ts";
import { noSuchCall, sendProblem } from "#server/http/calls.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import type { ShareCard } from "#render/page/share-card.server.ts";
import { registerFeeds } from "./feeds.server.ts";
import type { NoticeName } from "./notices.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    documents: Documents;
  }
}

export type Documents = {
  /**
   * Answers from the cache, before anything else of the program runs. Returns false, without having written anything, if it cannot. This is the cost
   * of a cached page, so it does little: one lookup by a key made from the request.
   */
  serveCached: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Responds with the page at the request's path, rendered if necessary, or with an error page. */
  servePage: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** Responds with the page at the request's path and a refused form on it. Only for this visitor, so it is not cached. */
  servePosted: (request: IncomingMessage, response: ServerResponse, requestId: string, posted: Posted) => Promise<void>;
  /** Whether the page published at the request's path holds a widget of this name. @throws {Problem} unavailable */
  hasWidget: (request: IncomingMessage, widget: WidgetName) => Promise<boolean>;
  /** Answers with the draft that the `token` of the address shows (S-032). */
  serveShared: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;
  /** The share card of the page at `page` (path and query) of the request's site, in the request's language; undefined if there is no page. */
  cardOf: (request: IncomingMessage, page: string) => Promise<ShareCard | undefined>;
  /** Responds with a built-in page. */
  serveNotice: (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    name: NoticeName,
  ) => Promise<void>;
};

/** Unknown calls get the response of a call (B-262), and so does every method that documents do not support. */
function isCall(request: FastifyRequest): boolean {
  return /^\/api(?:\/|$)/i.test(request.url) || (request.method !== "GET" && request.method !== "HEAD");
}

/** The routes of public pages: everything that no call, file or app screen answers. */
export function registerDocuments(http: FastifyInstance, services: Services): void {
  const { documents } = services;

  /** The response is written directly to the socket; if that fails, the connection is destroyed so that the reader does not wait. */
  async function answer(request: FastifyRequest, reply: FastifyReply, serve: () => Promise<void>): Promise<void> {
    reply.hijack();
    await serve().catch((error: unknown) => {
      request.log.error({ reqId: request.id, err: error }, "a document cannot be served");
      reply.raw.destroy();
    });
  }
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, () => documents.servePage(request.raw, reply.raw, request.id));
  const notice = (name: NoticeName) => (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, () => documents.serveNotice(request.raw, reply.raw, request.id, name));

  /** An address that was refused before any page was looked for has none. */
  function errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply) {
    if (!(error instanceof Problem)) throw error;
    return notice("notFound")(request, reply);
  }
  const options = { ...unlimited, errorHandler };

  registerFeeds(http, services);
  http.get("/outer/api", options, (request, reply) =>
    answer(request, reply, () => documents.serveShared(request.raw, reply.raw, request.id)),
  );
  http.get("/404", options, notice("notFound"));
  http.get("/505", options, notice("illegal"));
  // Calls that are not there count as calls do.
  http.all("/api/*", (_request, reply) => reply.callNotFound());
  http.get("/*", options, page);

  http.setNotFoundHandler(async (request, reply) => {
    if (!isCall(request)) return notice("notFound")(request, reply);
    return sendProblem(reply, noSuchCall(request.url.split("?", 1)[0]!), "data", localeOf(request, services));
  });
}
