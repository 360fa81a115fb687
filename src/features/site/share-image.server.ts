import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { hasContent } from "#server/http/etag.server.ts";
import { createQueue } from "#server/process/queue.server.ts";
import { singleFlight } from "#server/process/single-flight.server.ts";

/** Maximum number of cached images, about 40 KB each. */
const maxImages = 200;
const busyProblem = new Problem(
  "unavailable",
  {
    zh: "当前生成的分享图较多，请稍后再试",
    en: "Many share images are being generated. Try again in a moment.",
  },
  { retryAfter: 5 },
);

/**
 * Registers `/share.png?page=/web/edge-gateway&language=zh`: the preview image of a page (Open Graph), drawn on the first request. Images are cached
 * by a hash of their content, so a changed page gets a new image.
 */
export function registerShareImages(http: FastifyInstance, { documents, drawShareCard }: Services): void {
  const coalesce = singleFlight<Buffer>();
  // One at a time: drawing blocks a thread of the pool that files and passwords also need.
  const drawingQueue = createQueue({ concurrency: 1, maxWaiting: 20, refusal: busyProblem });
  const drawnImages = new Map<string, Buffer>();
  const store = (key: string, bytes: Buffer) => {
    drawnImages.set(key, bytes);
    if (drawnImages.size > maxImages) drawnImages.delete(drawnImages.keys().next().value!);
    return bytes;
  };
  http.get<{ Querystring: { page?: unknown } }>("/share.png", async (request, reply) => {
    const { page } = request.query;
    const card =
      typeof page === "string" && page.startsWith("/") ? await documents.cardOf(request.raw, page) : undefined;
    if (card === undefined) return reply.callNotFound();
    const key = createHash("sha256").update(JSON.stringify(card)).digest("base64url");
    const etag = `"${key.slice(0, 22)}"`;
    // Other sites may display the image.
    const headers = { "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=3600" };
    void reply.headers({ etag, ...headers });
    if (hasContent(request.headers["if-none-match"], etag)) return reply.code(304).send();
    const bytes =
      drawnImages.get(key) ??
      (await coalesce(key, async () => store(key, await drawingQueue.enqueue(() => drawShareCard(card)))));
    return reply.type("image/png").send(bytes);
  });
}
