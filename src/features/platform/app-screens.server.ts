import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appScreens } from "#kit/app-screens.ts";
import type { Services } from "#kit/call.ts";
import { publicSettingAttributes } from "#kit/public-settings.ts";
import { exactPathsOf, firstSegmentsOf } from "#kit/screen-paths.ts";
import { mapTilesOf } from "#server/env.server.ts";
import { hasContent } from "#server/http/etag.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { localeOf } from "#server/http/request.server.ts";
import { encodingOf } from "#server/http/page-cache.server.ts";
import { appPolicy } from "#server/http/security-headers.server.ts";
import { createAppShell } from "./app-shell.server.ts";
import { recordsAddress } from "./light-app-addresses.server.ts";

/** Serves the app's HTML below every first path segment of its screens, and at their exact paths among the pages of sites. */
export function registerAppScreens(http: FastifyInstance, services: Services): void {
  const shell = createAppShell(path.join(import.meta.dirname, ".."), publicSettingAttributes(services.env));
  const tiles = mapTilesOf(services.env);
  const policy = appPolicy(shell.scriptHashes, tiles === undefined ? [] : [tiles.origin]);

  /** False if the database fails: the app is then served, and shows the outage itself. */
  const isUnknownHost = (host: string | undefined) =>
    services.tenants.byHost(host).then(
      (site) => site === null,
      () => false,
    );

  async function sendScreen(request: FastifyRequest, reply: FastifyReply) {
    if (await isUnknownHost(request.headers.host)) return reply.callNotFound();
    const address = new URL(request.url, "http://app");
    const target = recordsAddress(address);
    if (target !== undefined) return reply.redirect(target, 302);
    const locale = localeOf(request, services);
    const encoding = encodingOf(request.headers["accept-encoding"]);
    const page = await shell.pageFor(address, locale, encoding);
    void reply.type("text/html; charset=utf-8").headers({
      "content-security-policy": policy,
      "cache-control": "no-cache",
      etag: page.etag,
      vary: "accept-encoding, cookie, accept-language",
      // The secret address of the administrators' sign-in must not leak to other sites (T-25).
      ...(/^\/admin\/login\//i.test(request.url) ? { "referrer-policy": "no-referrer" } : {}),
    });
    if (hasContent(request.headers["if-none-match"], page.etag)) return reply.status(304).send();
    const encodedPage = page.representations[encoding] ?? page.representations.identity;
    return reply.headers(encodedPage.headers).send(encodedPage.bytes);
  }
  for (const segment of firstSegmentsOf(appScreens)) {
    http.get(`/${segment}`, unlimited, sendScreen);
    http.get(`/${segment}/*`, unlimited, sendScreen);
  }
  for (const address of exactPathsOf(appScreens)) http.get(`/${address}`, unlimited, sendScreen);
}
