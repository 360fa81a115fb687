import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appScreens } from "#kit/app-screens.ts";
import type { Services } from "#kit/call.ts";
import { exactPathsOf, firstSegmentsOf } from "#kit/screens.ts";
import { tileOrigin } from "#server/env.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { encodingOf } from "#server/http/page-cache.server.ts";
import { appPolicy } from "#server/http/security-headers.server.ts";
import { createAppShell } from "./app-shell.server.ts";

/** Serves the app's HTML under every first path segment of its screens, and at the addresses that it has beside pages of sites. */
export function registerAppScreens(http: FastifyInstance, services: Services): void {
  const shell = createAppShell(path.join(import.meta.dirname, ".."));
  const { MAP_TILES: tiles } = services.env;
  const policy = appPolicy(shell.scriptHashes, tiles === undefined ? [] : [tileOrigin(tiles)!]);

  /** Without the database the app is served all the same; it shows the outage itself. */
  const isUnknownHost = (host: string | undefined) =>
    services.tenants.byHost(host).then(
      (site) => site === null,
      () => false,
    );

  async function screen(request: FastifyRequest, reply: FastifyReply) {
    if (await isUnknownHost(request.headers.host)) return reply.callNotFound();
    const locale = localeOf(request, services);
    const page = await shell.pageFor(new URL(request.url, "http://app").pathname, locale);
    void reply.type("text/html; charset=utf-8").headers({
      "content-security-policy": policy,
      "cache-control": "no-cache",
      etag: page.etag,
      vary: "accept-encoding, cookie, accept-language",
      // The address of the entrance must not leak to other sites (T-25).
      ...(/^\/admin\/login\//i.test(request.url) ? { "referrer-policy": "no-referrer" } : {}),
    });
    if (request.headers["if-none-match"]?.includes(page.etag) === true) return reply.status(304).send();
    const form = page.forms[encodingOf(request.headers["accept-encoding"])] ?? page.forms.identity;
    return reply.headers(form.headers).send(form.bytes);
  }
  for (const segment of firstSegmentsOf(appScreens)) {
    http.get(`/${segment}`, unlimited, screen);
    http.get(`/${segment}/*`, unlimited, screen);
  }
  for (const address of exactPathsOf(appScreens)) http.get(`/${address}`, unlimited, screen);
}
