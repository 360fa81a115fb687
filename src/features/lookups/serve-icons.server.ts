import { sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import { readSvg, svgSymbol } from "#kit/svg.ts";
import { filePolicy } from "#server/http/content-disposition.server.ts";
import { hasContent } from "#server/http/etag.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";

/** `<id>-<version>.svg`, as `iconUrl` makes it. */
const namePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{1,9})\.svg$/;

/** Serves the drawings of icons that spaces added, under `/icons`: to everybody, because menus of sites show them. */
export function registerIcons(http: FastifyInstance, { database }: Pick<Services, "database">): void {
  http.get("/icons/:name", unlimited, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const [, id, version] = namePattern.exec(request.params.name) ?? [];
    if (id === undefined) return reply.callNotFound();
    const etag = `"${id}-${version}"`;
    void reply.headers({
      etag,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": filePolicy,
    });
    // A version never has another drawing.
    if (hasContent(request.headers["if-none-match"], etag)) return reply.status(304).send();
    const [row] = await database.read<{ version: number; drawing: string }>(
      "*",
      sql`select version, drawing from icon where id = ${id}::uuid and deleted_at is null`,
    );
    const result = row === undefined ? undefined : readSvg(row.drawing);
    if (row === undefined || result === undefined || "problem" in result) {
      void reply.removeHeader("etag").header("cache-control", "no-cache");
      return reply.callNotFound();
    }
    // A page that was open while the icon changed: its drawing of today, once.
    if (String(row.version) !== version) void reply.removeHeader("etag").header("cache-control", "no-cache");
    return reply.type("image/svg+xml").send(svgSymbol(result.drawing));
  });
}
