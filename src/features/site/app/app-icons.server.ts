import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Services } from "#kit/call.ts";
import { localPicturePattern } from "#kit/picture.ts";
import { Problem } from "#kit/problem.ts";
import { appIconSizes, iconPath, iconVersion, maskableSizes } from "#kit/site-app.ts";
import type { Site } from "#kit/site.ts";
import { baseColors } from "#kit/theme-colors.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { createQueue } from "#server/process/queue.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";
import { createAddresses } from "../address.server.ts";
import { siteOf } from "../make-page.server.ts";

/** Bytes of the icons that are kept in memory. */
const cacheCapacity = 8 * 1024 * 1024;
/** The width of the picture that icons are drawn from, px. */
const sourceWidth = 640;
const busy = new Problem(
  "unavailable",
  { zh: "当前生成的图标较多，请稍后再试", en: "Many icons are being generated. Try again in a moment." },
  { retryAfter: 5 },
);

/** Bytes as the address of a picture. */
export const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;

/** The picture of a site's icon as a data URL: the chosen one, or the mark of the program. */
export async function pictureOf({ files }: Services, { app }: Site): Promise<string> {
  const name = localPicturePattern.test(app?.icon ?? "") ? app!.icon.replace(/^\/files\//, "") : "";
  const file = name.startsWith("/") || name === "" ? undefined : await files.open(name, { width: sourceWidth });
  if (file !== undefined) return dataUrl(file.type, Buffer.concat(await file.stream.toArray()));
  return dataUrl("image/svg+xml", await readFile(path.join(import.meta.dirname, "..", "islands", "icon.svg")));
}

/** Serves the icons of sites that are apps: `/app-icon-192.png`, and with room for a mask `/app-icon-maskable-192.png`. Drawn on the first request. */
export function registerAppIcons(http: FastifyInstance, services: Services): void {
  const addresses = createAddresses(services, () => undefined);
  const coalesce = singleFlight<Buffer>();
  const queue = createQueue({ concurrency: 1, maxWaiting: 40, refusal: busy });
  const icons = new LRUCache<string, Buffer>({ maxSize: cacheCapacity, sizeCalculation: ({ length }) => length + 200 });

  async function draw(key: string, site: Site, size: number, isMaskable: boolean): Promise<Buffer> {
    const { paper } = { ...baseColors, ...site.tokens };
    const picture = await pictureOf(services, site);
    const bytes = await queue.enqueue(() => services.drawIcon({ picture, size, isMaskable, background: paper }));
    icons.set(key, bytes);
    return bytes;
  }

  function register(size: number, isMaskable: boolean): void {
    const url = iconPath(size, isMaskable);
    http.get(url, unlimited, async (request, reply) => {
      const address = await addresses.find(request.headers.host);
      const site = address === null ? undefined : await siteOf(services, address.tenantId);
      if (address === null || site?.app === undefined) return reply.callNotFound();
      const key = `${address.tenantId} ${iconVersion(site)} ${url}`;
      const bytes = icons.get(key) ?? (await coalesce(key, () => draw(key, site, size, isMaskable)));
      return reply.type("image/png").header("cache-control", "public, max-age=86400").send(bytes);
    });
  }
  for (const size of appIconSizes) register(size, false);
  for (const size of maskableSizes) register(size, true);
}
