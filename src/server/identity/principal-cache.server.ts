import { seconds } from "#kit/format.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** The principal of a credential. `id`: the id of the session or API key. */
type CachedPrincipal = { id: string; accountId: string; tenantId: string };

/** ms for which a principal is cached; a tag drops it earlier. */
const cacheTime = seconds(5);
const maxCached = 10_000;

/** Returns which credentials a tag invalidates; undefined for a tag that invalidates none. */
function staleCheckOf(tag: string, kind: string): ((principal: CachedPrincipal) => boolean) | undefined {
  if (tag === "*") return () => true;
  if (tag.startsWith(`${kind}:`)) return ({ id }) => tag === `${kind}:${id}`;
  if (tag.startsWith("account:")) return ({ accountId }) => tag === `account:${accountId}`;
  if (!/:(member|role|tenant|apiKey)$/.test(tag)) return undefined;
  return ({ tenantId }) => tag.startsWith(`${tenantId}:`);
}

/** Caches the principals of credentials for a few seconds, by hash. `kind`: the prefix of tags that invalidate one credential (`session:<id>`). */
export function createPrincipalCache<P extends CachedPrincipal>(database: Database, kind: string) {
  const cache = new Map<string, { expiresAt: number; value: P }>();
  let invalidations = 0;
  function drop(isStale: (principal: CachedPrincipal) => boolean): void {
    invalidations += 1;
    for (const [hash, { value }] of cache) if (isStale(value)) cache.delete(hash);
  }
  database.onChanged((tags) => {
    for (const tag of tags) {
      const isStale = staleCheckOf(tag, kind);
      if (isStale !== undefined) drop(isStale);
    }
  });
  return {
    drop,
    /** The cached principal of this hash, else the result of `find`. */
    async getOrFind(hash: string, find: () => Promise<P | undefined>): Promise<P | undefined> {
      const cached = cache.get(hash);
      if (cached !== undefined && cached.expiresAt > performance.now()) return cached.value;
      cache.delete(hash);
      const generation = invalidations;
      const value = await find();
      // A result that was read during a change may be outdated: it is used once and not cached.
      if (value !== undefined && generation === invalidations)
        cache.set(hash, { expiresAt: performance.now() + cacheTime, value });
      if (cache.size > maxCached) cache.delete(cache.keys().next().value!);
      return value;
    },
  };
}
