import { brotli, encoders } from "./encodings.server.ts";
import type { CachedPage, Encoding } from "./page-cache.server.ts";

/**
 * Requests after which a page gets the best compression: some 100 ms of processor time for a tenth of its bytes. A page is made again after a minute
 * (page-cache.server.ts), so fewer requests are not worth it.
 */
const popularHits = 16;

export type PageCompressor = {
  /** Compresses the page in this encoding, once and fast. */
  encode: (page: CachedPage, encoding: Encoding) => Promise<void>;
  /** Counts a request for the page, if browsers ask for it in Brotli. A popular page gets the best compression in the background. */
  countUse: (page: CachedPage) => void;
};

type Options = {
  /** Whether the page is still served; if not, it is not compressed again. */
  isCurrent?: (page: CachedPage) => boolean;
  /** Called after a page got the bytes of an encoding. */
  onCompressed?: (page: CachedPage) => void;
};

/** Compresses rendered pages: fast for their first readers, best for all others. */
export function createPageCompressor({ isCurrent = () => true, onCompressed }: Options = {}): PageCompressor {
  const runningEncodings = new WeakMap<CachedPage, Map<Encoding, Promise<void>>>();
  /** The queue of best compressions. */
  let improvements = Promise.resolve();

  function setBytes(page: CachedPage, encoding: Encoding, bytes: Buffer): void {
    const headers = {
      ...page.representations.identity.headers,
      "content-encoding": encoding,
      "content-length": bytes.length,
    };
    page.representations[encoding] = { bytes, headers };
    onCompressed?.(page);
  }

  async function improve(page: CachedPage): Promise<void> {
    if (isCurrent(page)) setBytes(page, "br", await brotli(page.representations.identity.bytes, 11));
  }

  return {
    countUse(page) {
      if (page.representations.br === undefined) return;
      // One at a time, so that compressing never takes more than one core. On failure a page stays as it is.
      if (++page.hits === popularHits) improvements = improvements.then(() => improve(page)).catch(() => undefined);
    },
    async encode(page, encoding) {
      if (encoding === "identity" || page.representations[encoding] !== undefined) return;
      const running = runningEncodings.get(page) ?? new Map<Encoding, Promise<void>>();
      runningEncodings.set(page, running);
      if (!running.has(encoding))
        running.set(
          encoding,
          encoders[encoding](page.representations.identity.bytes).then((bytes) => setBytes(page, encoding, bytes)),
        );
      await running.get(encoding);
    },
  };
}
