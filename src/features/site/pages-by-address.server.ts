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
import { normalizedQuery } from "./page-query.server.ts";

/** The part of a request that determines its page. */
export type PageKey = {
  tenantId: string;
  path: string;
  /** The query of the address, without its "?". */
  search: string;
  /** Everything else that pages depend on: site, client and language, as one string. */
  variant: string;
};

/** A cache of rendered pages. A page is reused for every address with the same values of the parameters that it depends on. */
export type PagesByAddress = {
  find: (key: PageKey) => CachedPage | undefined;
  /** An expired page, whose lifetime is extended for a moment (`PageCache.extend`). */
  extend: (key: PageKey) => CachedPage | undefined;
  watch: () => Watch;
  /** `parameters`: the names of the query parameters that were read while rendering. */
  store: (key: PageKey, page: NewPage, parameters: readonly string[], watch: Watch) => CachedPage;
  encode: (page: CachedPage, encoding: Encoding) => Promise<void>;
  drop: (tags: readonly string[]) => void;
  bytes: () => number;
};

type Limits = {
  /**
   * Capacity in bytes for pages without relevant query parameters. Pages with such parameters have a capacity of their own, because there may be any
   * number of them and they must not evict the others.
   */
  plainPages: number;
  /** Capacity in bytes for pages with relevant query parameters. */
  queryPages: number;
  /** The maximum number of paths whose parameter names are cached. */
  paths: number;
};
const defaults: Limits = { plainPages: megabytes(80), queryPages: megabytes(48), paths: 20_000 };

/** Caches pages within `limits`. */
export function createPagesByAddress(limits: Limits = defaults): PagesByAddress {
  const plainPages = createPageCache(limits.plainPages);
  const queryPages = createPageCache(limits.queryPages);
  /** The query parameters that pages at a path have read so far. Used to build lookup keys. */
  const namesByPath = new LRUCache<string, readonly string[]>({ max: limits.paths });
  /** The parameters that a page itself read, with their values: the page is valid for queries with the same values only. */
  const pageOrigins = new WeakMap<CachedPage, { names: readonly string[]; query: string; cache: PageCache }>();

  const pathKey = ({ tenantId, path }: PageKey) => `${tenantId}\n${path}`;
  const cacheKeyOf = ({ variant, path }: PageKey, query: string) => `${variant}\n${path}\n${query}`;

  function lookUp(key: PageKey, readFrom: (cache: PageCache, cacheKey: string) => CachedPage | undefined) {
    const parameterNames = key.search === "" ? [] : namesByPath.get(pathKey(key));
    // The parameters of a path are unknown until a page at it has been rendered.
    if (parameterNames === undefined) return undefined;
    const query = normalizedQuery(key.search, parameterNames);
    const page = readFrom(query === "" ? plainPages : queryPages, cacheKeyOf(key, query));
    if (page === undefined) return undefined;
    const origin = pageOrigins.get(page);
    return origin !== undefined && normalizedQuery(key.search, origin.names) === origin.query ? page : undefined;
  }

  return {
    find: (key) => lookUp(key, (cache, cacheKey) => cache.get(cacheKey)),
    extend: (key) => lookUp(key, (cache, cacheKey) => cache.extend(cacheKey)),
    // Both caches drop the same tags, so watching one is enough.
    watch: plainPages.watch,
    store(key, page, parameters, watch) {
      const parameterNames = [...new Set([...(namesByPath.get(pathKey(key)) ?? []), ...parameters])].toSorted();
      namesByPath.set(pathKey(key), parameterNames);
      const query = normalizedQuery(key.search, parameterNames);
      const cache = query === "" ? plainPages : queryPages;
      const cachedPage = cache.store(cacheKeyOf(key, query), page, watch);
      const sortedNames = parameters.toSorted();
      pageOrigins.set(cachedPage, { names: sortedNames, query: normalizedQuery(key.search, sortedNames), cache });
      return cachedPage;
    },
    bytes: () => plainPages.bytes() + queryPages.bytes(),
    encode: (page, encoding) => (pageOrigins.get(page)?.cache ?? plainPages).encode(page, encoding),
    drop(tags) {
      plainPages.drop(tags);
      queryPages.drop(tags);
    },
  };
}
