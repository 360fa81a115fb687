import type { Text } from "#kit/text.ts";
import { inLanguage } from "#kit/url.ts";
import { currentLocale } from "#ui/locale.ts";

/** The server's data about the space's own site. */
type Site = {
  /** As configured on the server, perhaps without the port. */
  origin: string | null;
  /** True when the current page belongs to this site. */
  isHere: boolean;
  /** Name of the space. */
  name?: Text;
};

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

/** The origin of a space's site for this browser; null where there are no sub-domains. */
export function siteOrigin({ origin, isHere }: Site): string | null {
  if (isHere) return location.origin;
  if (origin === null) return null;
  const url = new URL(origin);
  if (isLocal(url.hostname) && url.port === "") url.port = location.port;
  return url.origin;
}

/** True for an address below localhost, when the page was opened from another machine that cannot reach it. */
export function isUnreachable(origin: string): boolean {
  const { hostname } = location;
  return isLocal(new URL(origin).hostname) && !isLocal(hostname) && !/^(?:127\.|\[::1\])/.test(hostname);
}

let rememberedOrigin: string | undefined;
let name: Text | undefined;

/** Sets the site for links: that of the person's space, whatever host the app is opened on. */
export function rememberSite(site: Site): void {
  rememberedOrigin = siteOrigin(site) ?? undefined;
  name = site.name;
}

/** The name of the current space; undefined until it is known. */
export const spaceName = (): Text | undefined => name;

/** The origin of this page; empty outside of a browser. */
const pageOrigin = () => (typeof location === "undefined" ? "" : location.origin);

/** The absolute URL of a page of the space's site. */
export const siteUrl = (path: string): string => `${rememberedOrigin ?? pageOrigin()}${path}`;

/** The same for links: browsers store the language per host, so a link to another host carries it. */
export const urlOnSite = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address : inLanguage(address, currentLocale());
