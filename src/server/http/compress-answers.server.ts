import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Minimum size to compress: shorter responses fit into the first packet anyway. */
const minBytes = 1024;

/** Supported encodings, best first. zlib works on other threads and does not block further requests. */
const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: promisify(zstdCompress) as (bytes: Buffer) => Promise<Buffer>,
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
};
type Encoding = keyof typeof encoders;

/** The first of our encodings that an `Accept-Encoding` header accepts; undefined for none. A weight of 0 refuses an encoding. */
export function acceptedEncoding(accept = ""): Encoding | undefined {
  const weights = new Map(
    accept.split(",").map((item) => {
      const [name = "", weight = "q=1"] = item.split(";").map((part) => part.trim().toLowerCase());
      return [name, Number(weight.slice(2))] as const;
    }),
  );
  return (Object.keys(encoders) as Encoding[]).find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/**
 * Compresses text responses: calls, the app's page, the API description. Responses that may contain a secret are not compressed, because their length
 * would reveal, letter by letter, whether a guess is in them (BREACH). Pages and files are compressed elsewhere.
 */
export function compressAnswers(http: FastifyInstance): void {
  http.addHook("onSend", async (request, reply, payload) => {
    const isText = typeof payload === "string" && payload.length >= minBytes;
    if (!isText || request.routeOptions.config?.sensitive === true || reply.hasHeader("content-encoding"))
      return payload;
    const vary = reply.getHeader("vary");
    void reply.header("vary", vary === undefined ? "accept-encoding" : `${String(vary)}, accept-encoding`);
    const encoding = acceptedEncoding(String(request.headers["accept-encoding"] ?? ""));
    if (encoding === undefined) return payload;
    void reply.header("content-encoding", encoding).removeHeader("content-length");
    return encoders[encoding](Buffer.from(payload));
  });
}
