import type { FastifyReply } from "fastify";

/** Headers of every response (T-71). The policy of a public page is created with the page, because it contains the hash of its style. */
export const commonHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "SAMEORIGIN",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
};

/** Those that say what a document may do, and so nothing about a script or a style sheet. */
export const documentHeaders: readonly string[] = ["cross-origin-opener-policy", "permissions-policy"];

/**
 * `pictureOrigins`: additional origins of images. The app shows tenant-made pages in its builder and sets element styles by script, which a policy
 * does not count as inline style.
 */
export function appPolicy(scriptHashes: readonly string[], pictureOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictureOrigins].join(" "),
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

export function setCommonHeaders(reply: FastifyReply, isHttps: boolean): void {
  for (const [name, value] of Object.entries(commonHeaders)) {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  }
  if (isHttps) void reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
}
