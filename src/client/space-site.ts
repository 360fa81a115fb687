import type { Text } from "#kit/text.ts";
import { inLanguage } from "#kit/url.ts";
import { currentLocale } from "#ui/locale.ts";

/** What the browser needs to know about the address of the space's own site. */
type Site = {
  /** As the server knows it, perhaps without the port. */
  origin: string | null;
  /** True when the page that asks is on that very site. */
  isHere: boolean;
  /** Name of the space. */
  name?: Text;
};

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

/** Where a space's site is seen, from this browser; null where there are no sub-domains. */
export function siteOrigin({ origin, isHere }: Site): string | null {
  if (isHere) return location.origin;
  if (origin === null) return null;
  const url = new URL(origin);
  if (isLocal(url.hostname) && url.port === "") url.port = location.port;
  return url.origin;
}

/** True for an address below localhost opened from another machine, where it leads nowhere. */
export function isElsewhere(origin: string): boolean {
  const { hostname } = location;
  return isLocal(new URL(origin).hostname) && !isLocal(hostname) && !/^(?:127\.|\[::1\])/.test(hostname);
}

let rememberedOrigin: string | undefined;
let name: Text | undefined;

/** Sets the site that links to "the site" lead to: that of the person's space, whatever host they manage it on. */
export function rememberSite(site: Site): void {
  rememberedOrigin = siteOrigin(site) ?? undefined;
  name = site.name;
}

/** The name of the space that the person works in; undefined until it is known. */
export const spaceName = (): Text | undefined => name;

/** The origin of this page; empty outside of a browser. */
const pageOrigin = () => (typeof location === "undefined" ? "" : location.origin);

/** The whole address of a page of the own site. */
export const onOwnSite = (path: string): string => `${rememberedOrigin ?? pageOrigin()}${path}`;

/** The same as a link: browsers keep the chosen language per host, so a link to another host carries it. */
export const urlOnSite = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address : inLanguage(address, currentLocale());
