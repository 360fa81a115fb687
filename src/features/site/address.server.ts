import { LRUCache } from "lru-cache";
import type { Services } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { platformCode } from "#kit/space.ts";
import { affectsTenants, readHost } from "#server/identity/tenants.server.ts";

/** The site at a host name. `origin`: for links in its pages; `key`: the prefix of its cache keys, and a tag of each page. */
export type Address = {
  tenantId: string;
  origin: string;
  key: string;
  /** The site's own language, for visitors without another preference. */
  language: Locale | undefined;
};

/** Host names that may appear in links. */
const hostPattern = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;
/** Maximum number of cached host names. */
const maxHosts = 1000;
/**
 * Maximum number of addresses with cached pages. Without PUBLIC_URL, pages contain whatever host name the visitor typed, so few addresses are
 * allowed: made-up names must neither fill the memory nor evict other pages.
 */
const cacheSizes = { withPublicUrl: 10_000, withoutPublicUrl: 32 };

/** The sites by host name. */
export type Addresses = {
  /** The address if it is cached, without a database query. */
  cached: (host: string | undefined) => Address | undefined;
  /** The address; null for a host name without a site, and for that of a suspended space. @throws {Problem} unavailable */
  find: (host: string | undefined) => Promise<Address | null>;
  /** The address for a host name without a site. Its pages link to the platform's site. */
  unknownHost: (host: string | undefined) => Address;
};

/** Finds sites by host name. `onEvicted` is called with the key of an evicted address, so that its pages can be dropped. */
export function createAddresses(
  { tenants, database, env }: Pick<Services, "tenants" | "database" | "env">,
  onEvicted: (key: string) => void,
): Addresses {
  const publicUrl = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL);
  const addressCache = new LRUCache<string, Address>({ max: maxHosts });
  const usedKeys = new LRUCache<string, true>({
    max: publicUrl === undefined ? cacheSizes.withoutPublicUrl : cacheSizes.withPublicUrl,
    dispose: (_true, key, reason) => reason === "evict" && onEvicted(key),
  });
  let invalidations = 0;
  database.onChanged((tags) => {
    if (affectsTenants(tags)) {
      addressCache.clear();
      invalidations += 1;
    }
  });

  /** The origin in pages. With PUBLIC_URL set, the platform's pages use it instead of the request's host name, which may be made up. */
  function originOf(host: string, code: string): string {
    const { name, port } = readHost(host) ?? { name: "", port: "" };
    if (publicUrl === undefined) return hostPattern.test(name) ? `http://${name}${port}` : "http://localhost";
    if (code === platformCode) return publicUrl.origin;
    return `${publicUrl.protocol}//${name}${publicUrl.port === "" ? "" : `:${publicUrl.port}`}`;
  }

  function markUsed(address: Address): Address {
    usedKeys.set(address.key, true);
    return address;
  }

  return {
    unknownHost(host = "") {
      const origin = publicUrl?.origin ?? `http://localhost${readHost(host)?.port ?? ""}`;
      return markUsed({ tenantId: "", origin, key: `- ${origin}`, language: undefined });
    },
    cached(host) {
      const address = addressCache.get(host ?? "");
      return address && markUsed(address);
    },
    async find(host = "") {
      const invalidationsBefore = invalidations;
      const tenant = await tenants.byHost(host);
      if (tenant === null || tenant.suspension !== null) return null;
      const origin = originOf(host, tenant.code);
      const address: Address = {
        tenantId: tenant.id,
        origin,
        key: `${tenant.id} ${origin}`,
        language: tenant.language,
      };
      // If addresses changed during the lookup, its result may be outdated: it is used once and not cached.
      if (invalidationsBefore === invalidations) addressCache.set(host, address);
      return markUsed(address);
    },
  };
}
