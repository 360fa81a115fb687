/** Encodes a name for a header (RFC 5987). */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** The `Content-Disposition` of a file that browsers save under this name instead of displaying it. */
export const attachment = (name: string): string => `attachment; filename*=UTF-8''${encodeName(name)}`;

/** The content security policy of files from people: nothing in one may run, even if it is opened as a page (T-36). */
export const filePolicy = "default-src 'none'; sandbox";
