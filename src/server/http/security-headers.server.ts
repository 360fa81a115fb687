import type { FastifyReply } from "fastify";

/**
 * Headers of every response (T-71). The content security policy of a public page is created with the page, because it contains the hash of its style.
 */
export const commonHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "SAMEORIGIN",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
};

/** The headers that have an effect on documents only, and are left out for scripts and style sheets. */
export const documentHeaders: readonly string[] = ["cross-origin-opener-policy", "permissions-policy"];

/**
 * The content security policy of the app. `pictureOrigins`: additional origins of images. Inline styles are allowed, because the builder shows pages
 * of spaces.
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
    // Previews of pages, which are shown without scripts (features/builder/review.screen.tsx).
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** Sets the common headers that the response does not have yet and, over https, HSTS. */
export function setCommonHeaders(reply: FastifyReply, isHttps: boolean): void {
  for (const [name, value] of Object.entries(commonHeaders)) {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  }
  if (isHttps) void reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
}
