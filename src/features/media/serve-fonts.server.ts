import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { UserPrincipal } from "#kit/access.ts";
import { member } from "#kit/access.ts";
import { extensionOf } from "#kit/stored-file.ts";
import page from "#entities/page.ts";
import storageFile from "#entities/storageFile.ts";
import { openFontSubset } from "#records/files/font-subsets.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { downloadName } from "#server/files/file-name.server.ts";
import { admit, type CallRuntime, contextOf } from "#server/http/calls.server.ts";
import { attachment, filePolicy } from "#server/http/content-disposition.server.ts";
import { hasContent } from "#server/http/etag.server.ts";

/** The download name of a font that somebody may load as a whole: those who may read its row, and those who work on pages. */
async function fontName({ services }: CallRuntime, principal: UserPrincipal, key: string): Promise<string | undefined> {
  const rows = allows(principal, page, "read")
    ? sql`tenant_id = ${principal.tenantId}::uuid and deleted_at is null`
    : permittedRowsSql(principal, storageFile, "read");
  const [row] = await services.database.read<{ name: string }>(
    principal.tenantId,
    sql`select name from storage_file where ${rows} and id = ${key.slice(0, 36)}::uuid and path = ${`/files/${key}`}`,
  );
  return row && downloadName(row.name, extensionOf(key)!);
}

/** Sends a font: to visitors the characters that a page of ours names, to people of the space the whole file, which their licence is for. */
export async function sendFont(
  request: FastifyRequest<{ Params: { name: string }; Querystring: { subset?: string } }>,
  reply: FastifyReply,
  runtime: CallRuntime,
) {
  const { services } = runtime;
  const { name: key } = request.params;
  if (request.query.subset !== undefined) {
    const etag = `"${key}-${request.query.subset.slice(-32)}"`;
    const part = await openFontSubset(services, key, request.query.subset);
    if (part === undefined) return reply.callNotFound();
    const headers = {
      etag,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": filePolicy,
    };
    void reply.type(part.type).headers(headers);
    const isKnown = hasContent(request.headers["if-none-match"], etag);
    if (!isKnown && request.method !== "HEAD") return reply.header("content-length", part.size).send(part.stream);
    part.stream.destroy();
    if (isKnown) return reply.status(304).send();
    return reply.header("content-length", part.size).send(Readable.from([]));
  }
  const { context } = await contextOf(request, reply, runtime);
  const principal = admit(member, context, {}, runtime);
  const name = await fontName(runtime, principal, key);
  const file = name === undefined ? undefined : await services.files.find(key);
  const stream = file && (await services.files.read(key));
  if (name === undefined || file === undefined || stream === undefined) return reply.callNotFound();
  return reply
    .type(file.type)
    .headers({
      "content-length": file.size,
      "content-disposition": attachment(name),
      // The address never stands for another file, but who may load it can change.
      "cache-control": "private, max-age=3600",
      "content-security-policy": filePolicy,
    })
    .send(stream);
}
