import type { FastifyInstance } from "fastify";
import { signInFirstText } from "#kit/access.ts";
import type { CallDefinition } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import type { Locale } from "#kit/text.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { type EntityView, viewOf } from "#records/registry/view.server.ts";
import { type CallRuntime, contextOf } from "#server/http/calls.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { apiDocsPage, apiDocsStyleHash } from "./api-docs.server.tsx";
import { clientModule } from "./client-module.server.ts";
import { describeEntities } from "./openapi-entities.server.ts";
import { openApi } from "./openapi.server.ts";

const docsPolicy = `default-src 'none'; style-src '${apiDocsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

type Definitions = { calls: readonly CallDefinition[]; streams: readonly StreamDefinition[] };

/**
 * `/api/openapi.json`, its HTML page `/api/docs`, and the TypeScript client `/api/client.ts`. The public document and the pages are created on first
 * use. With a session or a key, the document includes the entities of the caller's space that the caller may use.
 */
export function registerApiReference(http: FastifyInstance, runtime: CallRuntime, definitions: Definitions): void {
  const { services } = runtime;
  const { PUBLIC_URL } = services.env;
  let publicDocument: string | undefined;
  const pages = new Map<Locale, string>();

  http.get("/api/openapi.json", async (request, reply) => {
    const { principal, entities, locale } = (await contextOf(request, reply, runtime)).context;
    void reply.type("application/json").header("vary", "cookie, authorization");
    if (principal.kind === "anonymous") {
      publicDocument ??= JSON.stringify(openApi(definitions, PUBLIC_URL));
      return reply.header("cache-control", "public, max-age=300").send(publicDocument);
    }
    const views = [...entities.all, ...entities.views].map((entity) => viewOf(principal, entity));
    const requestsOf = ({ readable }: EntityView) =>
      requestsFor(services.rowCommands, { principal, entities }, readable.source);
    const body = JSON.stringify(openApi(definitions, PUBLIC_URL, describeEntities(views, locale, requestsOf)));
    return reply.header("cache-control", "no-store").send(body);
  });

  http.get("/api/client.ts", async (request, reply) => {
    const { principal, entities, locale } = (await contextOf(request, reply, runtime)).context;
    if (principal.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
    const module = clientModule(
      [...entities.all, ...entities.views].map((entity) => viewOf(principal, entity)),
      locale,
    );
    return reply.type("text/plain; charset=utf-8").header("cache-control", "no-store").send(module);
  });

  http.get("/api/docs", async (request, reply) => {
    const locale = localeOf(request, services);
    const page = pages.get(locale) ?? apiDocsPage(definitions.calls, locale);
    pages.set(locale, page);
    return reply.type("text/html; charset=utf-8").header("content-security-policy", docsPolicy).send(page);
  });
}
