/** A name as RFC 5987 writes it in a header. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** The header of a file that is saved under a name, and never shown. */
export const attachment = (name: string): string => `attachment; filename*=UTF-8''${encodeName(name)}`;
