import { LRUCache } from "lru-cache";
import type { Services } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { changesTenants, platformCode, readHost } from "#server/identity/tenants.server.ts";

/** The site at a host name, and the origin in its pages. `key` is the prefix of its cache keys and a tag of each page. */
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
 * The number of cached addresses. With PUBLIC_URL set, pages contain no address but those of spaces; without it they contain whatever host the
 * visitor typed, so these are limited: made-up names must neither fill the memory nor evict other pages.
 */
const cacheSizes = { named: 10_000, typed: 32 };

export type Addresses = {
  /** The cached address, without waiting. */
  cached: (host: string | undefined) => Address | undefined;
  /** Null for an unassigned host name. */
  find: (host: string | undefined) => Promise<Address | null>;
  /** The address for a host name without a site: its pages name the platform's. */
  unknownHost: (host: string | undefined) => Address;
};

/** Finds sites by host name. `onForgotten` is called with the key of an evicted address, whose pages can be dropped. */
export function createAddresses(
  { tenants, database, env }: Pick<Services, "tenants" | "database" | "env">,
  onForgotten: (key: string) => void,
): Addresses {
  const base = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL);
  const addressCache = new LRUCache<string, Address>({ max: maxHosts });
  const inUse = new LRUCache<string, true>({
    max: base === undefined ? cacheSizes.typed : cacheSizes.named,
    dispose: (_true, key, reason) => reason === "evict" && onForgotten(key),
  });
  let invalidations = 0;
  database.onChanged((tags) => {
    if (changesTenants(tags)) {
      addressCache.clear();
      invalidations += 1;
    }
  });

  /** With PUBLIC_URL set, the platform's pages use it whatever the request says: a made-up host never gets into a cached page. */
  function originOf(host: string, code: string): string {
    const { name, port } = readHost(host) ?? { name: "", port: "" };
    if (base === undefined) return hostPattern.test(name) ? `http://${name}${port}` : "http://localhost";
    if (code === platformCode) return base.origin;
    return `${base.protocol}//${name}${base.port === "" ? "" : `:${base.port}`}`;
  }

  function use(address: Address): Address {
    inUse.set(address.key, true);
    return address;
  }

  return {
    unknownHost(host = "") {
      const origin = base?.origin ?? `http://localhost${readHost(host)?.port ?? ""}`;
      return use({ tenantId: "", origin, key: `- ${origin}`, language: undefined });
    },
    cached(host) {
      const address = addressCache.get(host ?? "");
      return address && use(address);
    },
    async find(host = "") {
      const started = invalidations;
      const tenant = await tenants.byHost(host);
      if (tenant === null) return null;
      const origin = originOf(host, tenant.code);
      const address: Address = {
        tenantId: tenant.id,
        origin,
        key: `${tenant.id} ${origin}`,
        language: tenant.language,
      };
      // The result of a lookup during which addresses changed may be outdated: it is used once and not cached.
      if (started === invalidations) addressCache.set(host, address);
      return use(address);
    },
  };
}
