import removal from "#client/site-worker-removal.js?raw";
import worker from "#client/site-worker.js?raw";
import type { Services } from "#kit/call.ts";
import { appPaths } from "#kit/site-app.ts";
import type { Site } from "#kit/site.ts";
import { type Locale, locales } from "#kit/text.ts";
import { sha256 } from "#server/process/secrets.server.ts";
import takeover from "./worker-takeover.js?raw";

/** The beginning of the names of the caches that workers of this program make. */
const prefix = "site-";

const offlineUrl = (locale: Locale) => `${appPaths.offline}?language=${locale}`;
/** A script with its settings in front. */
export const withSettings = (script: string, settings: object) =>
  `const settings = ${JSON.stringify(settings)};\n${script}`;

/** What a service worker that keeps files is told: the name of its cache, and the beginning of the names of all caches of such workers. */
type CacheSettings = { cacheName: string; prefix: string };

/** A service worker that keeps files, with its settings. */
export const withTakeover = (script: string, settings: CacheSettings & Record<string, unknown>): string =>
  withSettings(`${script}\n${takeover}`, settings);

/**
 * The service worker of a site. Its version is a hash of all that it keeps, so browsers take a new one when the look or the texts of the site, or the
 * files of the program have changed. That of a site that is no app removes itself.
 */
export async function serviceWorker(services: Services, tenantId: string, { app, name }: Site): Promise<string> {
  if (app === undefined) return withSettings(removal, { prefix });
  const rendered = await Promise.all(locales.map((locale) => services.documents.renderOffline(tenantId, locale)));
  const html = rendered.map((page) => page.html).join("");
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
  const version = sha256(html + JSON.stringify([app, name])).slice(0, 16);
  return withTakeover(worker, {
    cacheName: prefix + version,
    prefix,
    files: [...locales.map(offlineUrl), ...assets],
    pages: Object.fromEntries(locales.map((locale) => [locale, offlineUrl(locale)])),
  });
}
