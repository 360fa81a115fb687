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

/** What decides which page an address shows. */
export type PageKey = {
  tenantId: string;
  path: string;
  /** The query of the address, without its "?". */
  search: string;
  /** All else that a page differs by: site, client, language. */
  variant: string;
};

/** The pages that were made, by address. A page answers for every address that gives it the same values of what it asked for. */
export type PagesByAddress = {
  find: (key: PageKey) => CachedPage | undefined;
  /** Gives an expired page, kept for a moment longer (`PageCache.extend`). */
  extend: (key: PageKey) => CachedPage | undefined;
  watch: () => Watch;
  /** `parameters`: the names of the query's parts that the page asked for when it was made. */
  keep: (key: PageKey, page: NewPage, asked: readonly string[], watch: Watch) => CachedPage;
  encode: (page: CachedPage, encoding: Encoding) => Promise<void>;
  drop: (tags: readonly string[]) => void;
  bytes: () => number;
};

type Limits = {
  /** Bytes of pages whose address has no query that counts, and of those that have one: the second are endless, and must not push out the first. */
  plainPages: number;
  queryPages: number;
  /** Paths whose names are remembered. */
  paths: number;
};
const defaults: Limits = { plainPages: megabytes(80), queryPages: megabytes(48), paths: 20_000 };

/** Keeps pages within `limits`. */
export function createPagesByAddress(limits: Limits = defaults): PagesByAddress {
  const plainPages = createPageCache(limits.plainPages);
  const queryPages = createPageCache(limits.queryPages);
  /** What pages at a path ask for: where to look. Whether a page that is found answers for an address, the page itself says. */
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
