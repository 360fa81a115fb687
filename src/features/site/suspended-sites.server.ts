import type { FastifyInstance } from "fastify";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { suspensionTexts } from "#kit/space.ts";
import { isCall } from "./documents.server.ts";

/** Addresses of the installation rather than of a site: its built files, and what operators ask. */
const installationPaths = /^\/(?:assets|health|metrics)(?:\/|\?|$)/;

/**
 * Answers every request to the site of a suspended or closed space, whatever route it is for: calls with a problem, all else with a page. Cached pages
 * are sent before this, but an address is not cached while its space is suspended (address.server.ts).
 */
export function closeSuspendedSites(http: FastifyInstance, services: Services): void {
  http.addHook("onRequest", async (request, reply) => {
    if (installationPaths.test(request.raw.url ?? "/")) return;
    // While the database is unavailable, the route itself says so.
    const site = await services.tenants.byHost(request.headers.host).catch(() => null);
    const suspension = site?.suspension ?? null;
    if (suspension === null) return;
    if (isCall(request)) throw new Problem("forbidden", suspensionTexts[suspension]);
    reply.hijack();
    await services.documents.serveErrorPage(request.raw, reply.raw, request.id, suspension);
  });
}
