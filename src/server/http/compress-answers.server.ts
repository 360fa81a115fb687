import type { FastifyInstance } from "fastify";
import { acceptedEncoding, type CompressedEncoding, encoders } from "./encodings.server.ts";

/** Minimum size to compress: shorter responses fit into the first packet anyway. */
const minBytes = 1024;

const encodings = Object.keys(encoders) as CompressedEncoding[];

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
    const encoding = acceptedEncoding(request.headers["accept-encoding"], encodings);
    if (encoding === undefined) return payload;
    void reply.header("content-encoding", encoding).removeHeader("content-length");
    return encoders[encoding](Buffer.from(payload));
  });
}
