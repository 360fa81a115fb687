import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#kit/call.ts";
import { storedFont } from "#kit/theme-font.ts";
import { extensionOf, fileKindAt } from "#kit/stored-file.ts";
import { downloadName } from "#server/files/file-name.server.ts";
import { attachment, filePolicy } from "#server/http/content-disposition.server.ts";
import { rangeOf } from "#server/http/byte-range.server.ts";
import { hasContent } from "#server/http/etag.server.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import type { CallRuntime } from "#server/http/calls.server.ts";
import { sendFont } from "./serve-fonts.server.ts";

type FileRequest = FastifyRequest<{ Params: { name: string }; Querystring: { w?: string; subset?: string } }>;

/** The storage key is a strong validator, because files never change. */
const etagOf = (key: string) => `"${key}"`;

function setHeaders(reply: FastifyReply, { key, type, length }: { key: string; type: string; length: number }) {
  return reply.type(type).headers({
    "content-length": length,
    "accept-ranges": "bytes",
    etag: etagOf(key),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept",
    "content-security-policy": filePolicy,
  });
}

/** Whether a range may be sent: `If-Range` is absent or matches the file. */
const maySendRange = ({ headers }: FileRequest, key: string) =>
  headers["if-range"] === undefined || headers["if-range"] === etagOf(key);

/** The download name of a document; undefined for a private or deleted file. */
async function documentName({ database }: Services, key: string): Promise<string | undefined> {
  const id = key.slice(0, 36);
  const extension = extensionOf(key);
  if (!uuidPattern.test(id) || extension === undefined) return undefined;
  const [row] = await database.read<{ name: string }>(
    "*",
    sql`select name from storage_file where id = ${id}::uuid and path = ${`/files/${key}`} and deleted_at is null`,
  );
  // People can edit the name, so the extension is taken from the stored file.
  return row && downloadName(row.name, extension);
}

/**
 * Sets the download name of a document, because browsers save documents and do not display them. Returns whether the file may be sent. Call it only
 * for existing files, so that guessed URLs cause no database query.
 */
async function nameDocument(services: Services, reply: FastifyReply, key: string): Promise<boolean> {
  if (fileKindAt(`/files/${key}`) !== "document") return true;
  const name = await documentName(services, key);
  if (name !== undefined) void reply.header("content-disposition", attachment(name));
  return name !== undefined;
}

/** Serves stored files under `/files`: whole, in ranges, or only their headers. */
export function registerStoredFiles(http: FastifyInstance, runtime: CallRuntime): void {
  const { services } = runtime;
  const { files } = services;
  /** Answers a HEAD request, or a GET request with `Range` or `If-None-Match`. */
  async function sendConditional(
    request: FileRequest,
    reply: FastifyReply,
    options: { width?: number; asAvif: boolean },
  ) {
    const { headers, method, params } = request;
    const file = await files.find(params.name, options);
    if (file === undefined || !(await nameDocument(services, reply, params.name))) return reply.callNotFound();
    const { key, size } = file;
    if (hasContent(headers["if-none-match"], etagOf(key)))
      return setHeaders(reply, { ...file, length: 0 })
        .removeHeader("content-length")
        .status(304)
        .send();
    // An empty stream, so that the reply keeps the length of the file but has no body.
    if (method === "HEAD") return setHeaders(reply, { ...file, length: size }).send(Readable.from([]));
    const range = headers.range !== undefined && maySendRange(request, key) ? rangeOf(headers.range, size) : "whole";
    if (range === "unsatisfiable") return reply.status(416).header("content-range", `bytes */${size}`).send();
    const stream = await files.read(key, range === "whole" ? undefined : range);
    if (stream === undefined) return reply.callNotFound();
    if (range === "whole") return setHeaders(reply, { ...file, length: size }).send(stream);
    return setHeaders(reply, { ...file, length: range.end - range.start + 1 })
      .status(206)
      .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
      .send(stream);
  }

  http.get("/files/:name", unlimited, async (request: FileRequest, reply) => {
    const { w } = request.query;
    const key = request.params.name;
    if (storedFont(`/files/${key}`) !== undefined) return sendFont(request, reply, runtime);
    const resize = w === undefined ? {} : { width: Number(w) };
    const options = { ...resize, asAvif: request.headers.accept?.includes("image/avif") ?? false };
    const { range, "if-none-match": cachedEtags } = request.headers;
    if (request.method === "HEAD" || range !== undefined || cachedEtags !== undefined)
      return sendConditional(request, reply, options);
    const file = await files.open(key, options);
    if (file === undefined) return reply.callNotFound();
    const isAllowed = await nameDocument(services, reply, key).catch((error: unknown) => {
      file.stream.destroy();
      throw error;
    });
    if (!isAllowed) {
      file.stream.destroy();
      return reply.callNotFound();
    }
    return setHeaders(reply, { ...file, length: file.size }).send(file.stream);
  });
}
