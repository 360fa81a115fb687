/** The entity tags in an `If-None-Match` header. Linear, because each match begins where the last one ended and a quote is never read twice. */
const tagPattern = /"([^"]*)"/g;

/** The text between the quotes of an entity tag; equal for a weak and a strong tag of the same name. */
const opaqueTag = (etag: string) => etag.slice(etag.indexOf('"') + 1, -1);

/**
 * Whether a client has the content of an entity tag already, by the `If-None-Match` header of its request: a list of tags, compared weakly, or `*`
 * for any content (RFC 9110, 13.1.2).
 */
export function hasContent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const wantedTag = opaqueTag(etag);
  return ifNoneMatch.matchAll(tagPattern).some(([, tag]) => tag === wantedTag);
}
