import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { megabytes, minutes, seconds } from "#kit/format.ts";
import { createPageCompressor } from "./compress-page.server.ts";
import { acceptedEncoding } from "./encodings.server.ts";
import { hasContent } from "./etag.server.ts";

export type Encoding = "br" | "gzip" | "identity";

/** A page in one encoding: its bytes and headers. */
export type Representation = { bytes: Buffer; headers: Record<string, string | number> };

/** A rendered page. */
export type CachedPage = {
  status: number;
  etag: string;
  tags: readonly string[];
  /** Compressed ones are created on demand (`PageCache.encode`). */
  representations: { identity: Representation } & Partial<Record<Encoding, Representation>>;
  /** Times in ms since 1970. */
  madeAt: number;
  freshUntil: number;
  /** The number of requests that the cache has answered with the page since its first compression in Brotli. */
  hits: number;
};

/** A page as it was rendered. */
export type NewPage = {
  status: number;
  html: string;
  headers: Record<string, string>;
  /** Those of everything that was read for it. */
  tags: readonly string[];
  /** When its content changes by itself, in ms since 1970; undefined if it does not. */
  changesAt?: number | undefined;
};

/** Detects changes of a page's tags since its rendering began. */
export type Watch = { isOutdated: (tags: readonly string[]) => boolean; end: () => void };

export type PageCache = {
  /** A cached page; undefined when there is none, or it has expired. */
  get: (key: string) => CachedPage | undefined;
  /** Begins to watch for changes. To be called before the page's first read; `Watch.end` ends it. */
  watch: () => Watch;
  /** Caches a page under `key`, unless one of its tags has changed since `watch` began. */
  store: (key: string, page: NewPage, watch: Watch) => CachedPage;
  /** Compresses the page in this encoding, once. */
  encode: (page: CachedPage, encoding: Encoding) => Promise<void>;
  /**
   * Extends the lifetime of an expired page while the database is unavailable, by five minutes at most. Undefined when there is no page, or it
   * is too old.
   */
  extend: (key: string) => CachedPage | undefined;
  /** Removes every page with one of these tags; `*` removes all. */
  drop: (tags: readonly string[]) => void;
  /** Bytes of all cached pages. */
  bytes: () => number;
};

/** Maximum age of a page, in case the notification of a change got lost. */
const freshTime = seconds(60);
const extensionLimit = minutes(5);
/** ms of an outage after which a request tries the database again. */
const retryDelay = seconds(2);
const defaultCapacity = megabytes(128);

/** Prepares a rendered page for sending; `PageCache.store` caches it. */
export function toCachedPage({ status, html, headers, tags, changesAt = Infinity }: NewPage): CachedPage {
  const identity = Buffer.from(html);
  // Weak, because one tag identifies all encodings.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const madeAt = Date.now();
  return {
    status,
    etag,
    tags,
    representations: {
      identity: { bytes: identity, headers: { ...headers, etag, "content-length": identity.length } },
    },
    madeAt,
    freshUntil: Math.min(madeAt + freshTime, changesAt),
    hits: 0,
  };
}

/** Bytes of a page besides its content: headers, tags and key. */
const entryOverhead = 2000;
const bytesOf = ({ representations }: CachedPage) =>
  Object.values(representations).reduce((sum, { bytes }) => sum + bytes.length, entryOverhead);

/** The keys of each tag, so that invalidating a tag costs only its own pages. */
function createTagIndex() {
  const keys = new Map<string, Set<string>>();
  return {
    add(key: string, tags: readonly string[]): void {
      for (const tag of tags) {
        const tagged = keys.get(tag) ?? new Set();
        keys.set(tag, tagged.add(key));
      }
    },
    remove(key: string, tags: readonly string[]): void {
      for (const tag of tags) {
        const tagged = keys.get(tag);
        tagged?.delete(key);
        if (tagged?.size === 0) keys.delete(tag);
      }
    },
    keysOf: (tags: readonly string[]): string[] => tags.flatMap((tag) => [...(keys.get(tag) ?? [])]),
  };
}

/** A cache of rendered pages with at most `capacity` bytes, which drops the least recently used page first. */
export function createPageCache(capacity = defaultCapacity): PageCache {
  const index = createTagIndex();
  const keyOf = new Map<CachedPage, string>();
  const pages = new LRUCache<string, CachedPage>({
    maxSize: capacity,
    sizeCalculation: bytesOf,
    dispose(page, key) {
      keyOf.delete(page);
      index.remove(key, page.tags);
    },
  });
  /** For each running watch the tags that have changed since it began. */
  const watches = new Set<Set<string>>();

  function put(key: string, page: CachedPage): void {
    pages.delete(key);
    pages.set(key, page);
    // A page larger than the whole cache is not kept.
    if (pages.peek(key) !== page) return;
    keyOf.set(page, key);
    index.add(key, page.tags);
  }

  const compressor = createPageCompressor({
    isCurrent: (page) => keyOf.has(page),
    // Stored again, so that the cache measures the page again.
    onCompressed(page) {
      const key = keyOf.get(page);
      if (key !== undefined) put(key, page);
    },
  });

  return {
    get(key) {
      const page = pages.get(key);
      if (page === undefined || Date.now() >= page.freshUntil) return undefined;
      compressor.countUse(page);
      return page;
    },
    watch() {
      const changed = new Set<string>();
      watches.add(changed);
      return {
        isOutdated: (tags) => changed.has("*") || tags.some((tag) => changed.has(tag)),
        end: () => watches.delete(changed),
      };
    },
    store(key, page, watch) {
      const cachedPage = toCachedPage(page);
      if (watch.isOutdated(page.tags)) return cachedPage;
      put(key, cachedPage);
      return cachedPage;
    },
    encode: compressor.encode,
    extend(key) {
      const page = pages.peek(key);
      if (page === undefined || Date.now() >= page.madeAt + freshTime + extensionLimit) return undefined;
      page.freshUntil = Math.min(Date.now() + retryDelay, page.madeAt + freshTime + extensionLimit);
      return page;
    },
    bytes: () => pages.calculatedSize,
    drop(tags) {
      for (const changed of watches) for (const tag of tags) changed.add(tag);
      if (tags.includes("*")) pages.clear();
      else for (const key of index.keysOf(tags)) pages.delete(key);
    },
  };
}

/** The best encoding of pages that an `Accept-Encoding` header accepts. */
export const encodingOf = (accept: string | string[] | undefined): Encoding =>
  acceptedEncoding(accept, ["br", "gzip"]) ?? "identity";

/** Writes a page directly to the response, compressed if that has been done. Sends 304 when the client has the page already. Returns the status. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  extra?: Record<string, string>,
): number {
  const accepted = encodingOf(request.headers["accept-encoding"]);
  const representation = page.representations[accepted] ?? page.representations.identity;
  const headers = extra === undefined ? representation.headers : { ...representation.headers, ...extra };
  if (page.status === 200 && hasContent(request.headers["if-none-match"], page.etag)) {
    const { "content-length": _length, "content-encoding": _encoding, "content-type": _type, ...rest } = headers;
    response.writeHead(304, rest);
    response.end();
    return 304;
  }
  response.writeHead(page.status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(representation.bytes);
  return page.status;
}
