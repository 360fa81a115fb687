import { LRUCache } from "lru-cache";
import {
  type CachedPage,
  createPageCache,
  type Encoding,
  type NewPage,
  type PageCache,
  type Watch,
} from "#server/http/page-cache.server.ts";
import { megabytes } from "#kit/format.ts";
import { partOf } from "./page-query.server.ts";

/** What determines the page of an address. */
export type PageKey = {
  tenantId: string;
  path: string;
  /** The query of the address, without its "?". */
  search: string;
  /** All else that a page differs by: site, client, language. */
  variant: string;
};

/** A cache of rendered pages. A page is reused for every address with the same values of the parameters that it depends on. */
export type PagesByAddress = {
  find: (key: PageKey) => CachedPage | undefined;
  /** An expired page whose lifetime is extended for a moment (`PageCache.extend`). */
  extend: (key: PageKey) => CachedPage | undefined;
  watch: () => Watch;
  /** `parameters`: the names of the query parameters that were read while rendering. */
  keep: (key: PageKey, page: NewPage, parameters: readonly string[], watch: Watch) => CachedPage;
  encode: (page: CachedPage, encoding: Encoding) => Promise<void>;
  drop: (tags: readonly string[]) => void;
  bytes: () => number;
};

type Limits = {
  /**
   * Capacities in bytes for pages without relevant query parameters, and for those with them: the latter are unlimited in number, and must not evict
   * the former.
   */
  plainPages: number;
  queryPages: number;
  /** The maximum number of paths whose parameter names are cached. */
  paths: number;
};
const defaults: Limits = { plainPages: megabytes(80), queryPages: megabytes(48), paths: 20_000 };

/** Caches pages within `limits`. */
export function createPagesByAddress(limits: Limits = defaults): PagesByAddress {
  const plainPages = createPageCache(limits.plainPages);
  const queryPages = createPageCache(limits.queryPages);
  /** The parameters that pages at a path read, for building the lookup key. A page itself knows for which addresses it is valid. */
  const names = new LRUCache<string, readonly string[]>({ max: limits.paths });
  const origins = new WeakMap<CachedPage, { names: readonly string[]; query: string; cache: PageCache }>();

  const pathKey = ({ tenantId, path }: PageKey) => `${tenantId}\n${path}`;
  const slotOf = ({ variant, path }: PageKey, query: string) => `${variant}\n${path}\n${query}`;

  function findWith(key: PageKey, read: (cache: PageCache, slot: string) => CachedPage | undefined) {
    const parameterNames = key.search === "" ? [] : names.get(pathKey(key));
    // Until the page at a path was made once, its relevant parameters are unknown.
    if (parameterNames === undefined) return undefined;
    const query = partOf(key.search, parameterNames);
    const page = read(query === "" ? plainPages : queryPages, slotOf(key, query));
    if (page === undefined) return undefined;
    const origin = origins.get(page);
    return origin !== undefined && partOf(key.search, origin.names) === origin.query ? page : undefined;
  }

  return {
    find: (key) => findWith(key, (cache, slot) => cache.get(slot)),
    extend: (key) => findWith(key, (cache, slot) => cache.extend(slot)),
    // Both drop the same.
    watch: plainPages.watch,
    keep(key, page, parameters, watch) {
      const parameterNames = [...new Set([...(names.get(pathKey(key)) ?? []), ...parameters])].toSorted();
      names.set(pathKey(key), parameterNames);
      const query = partOf(key.search, parameterNames);
      const cache = query === "" ? plainPages : queryPages;
      const cachedPage = cache.store(slotOf(key, query), page, watch);
      const sorted = parameters.toSorted();
      origins.set(cachedPage, { names: sorted, query: partOf(key.search, sorted), cache });
      return cachedPage;
    },
    bytes: () => plainPages.bytes() + queryPages.bytes(),
    encode: (page, encoding) => (origins.get(page)?.cache ?? plainPages).encode(page, encoding),
    drop(tags) {
      plainPages.drop(tags);
      queryPages.drop(tags);
    },
  };
}
