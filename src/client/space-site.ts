import type { Text } from "#kit/text.ts";
import { withLanguage } from "#kit/url.ts";
import { pageLocale } from "#ui/page-locale.ts";

/** The server's data about the space's own site. */
type Site = {
  /** As configured on the server, on localhost perhaps with another port; null if spaces have no sub-domains. */
  origin: string | null;
  /** True when the current page belongs to this site. */
  isCurrentSite: boolean;
  /** Name of the space. */
  name?: Text;
};

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

/** The origin of a space's site for this browser; null if spaces have no sub-domains. */
export function siteOrigin({ origin, isCurrentSite }: Site): string | null {
  if (isCurrentSite) return location.origin;
  if (origin === null) return null;
  const url = new URL(origin);
  // The port of a container may be published as another one.
  if (isLocal(url.hostname)) url.port = location.port;
  return url.origin;
}

/** True for an origin on localhost when this page was opened from another device, which cannot reach that origin. */
export function isUnreachable(origin: string): boolean {
  const { hostname } = location;
  return isLocal(new URL(origin).hostname) && !isLocal(hostname) && !/^(?:127\.|\[::1\])/.test(hostname);
}

let rememberedOrigin: string | undefined;
let rememberedName: Text | undefined;

/** Sets the site that `siteUrl` links to: the site of the person's space, even if the app is open on another host. */
export function rememberSite(site: Site): void {
  rememberedOrigin = siteOrigin(site) ?? undefined;
  rememberedName = site.name;
}

/** The name of the current space; undefined until it is known. */
export const spaceName = (): Text | undefined => rememberedName;

/** The origin of this page; empty on the server. */
const pageOrigin = () => (typeof location === "undefined" ? "" : location.origin);

/** The absolute URL of a page of the space's site. */
export const siteUrl = (path: string): string => `${rememberedOrigin ?? pageOrigin()}${path}`;

/** Adds the current language to an absolute URL of another host, because browsers store the language per host; other URLs stay the same. */
export const withLanguageForOtherHost = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address : withLanguage(address, pageLocale());
