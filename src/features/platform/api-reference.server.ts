import type { FastifyInstance } from "fastify";
import type { CallDefinition, Services } from "#kit/call.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import type { Locale } from "#kit/text.ts";
import { localeOf } from "#server/http/request.server.ts";
import { apiDocsPage, apiDocsStyleHash } from "./api-docs.server.tsx";
import { openApi } from "./openapi.server.ts";

const policy = `default-src 'none'; style-src '${apiDocsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** `/api/openapi.json` and the page people read, `/api/docs`; both made once, on first use. */
export function registerApiReference(
  http: FastifyInstance,
  services: Services,
  calls: readonly CallDefinition[],
  streams: readonly StreamDefinition[],
): void {
  let description: string | undefined;
  const pages = new Map<Locale, string>();

  http.get("/api/openapi.json", async (_request, reply) => {
    description ??= JSON.stringify(openApi(calls, services.env.PUBLIC_URL, streams));
    return reply.type("application/json").header("cache-control", "public, max-age=300").send(description);
  });

  http.get("/api/docs", async (request, reply) => {
    const locale = localeOf(request, services);
    const page = pages.get(locale) ?? apiDocsPage(calls, locale);
    pages.set(locale, page);
    return reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page);
  });
}
