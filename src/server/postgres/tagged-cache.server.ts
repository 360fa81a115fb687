import { LRUCache } from "lru-cache";
import { seconds } from "#kit/format.ts";
import type { Database } from "./database.server.ts";

/** Maximum length of all keys of a cache together, and of one, in characters. */
const maxCharacters = 4_000_000;
const maxKeyLength = 2000;
/** Tags whose changes are tracked; values under evicted tags are read again. */
const maxTags = 5000;
/** Maximum age of a value, in ms. Changes made directly in the database show after this time. */
const maxAge = seconds(30);

/** Identifies a state of the data under a tag: replaced when they change. */
type Epoch = Record<never, never>;
type Stored<V> = { epoch: Epoch; value: V };
type Cache<V> = { epochs: LRUCache<string, Epoch>; values: LRUCache<string, Stored<V>> };

/** The place of one value in a cache. */
export type CacheEntry<V> = {
  /** The value; undefined if it is not cached, or outdated. */
  read: () => V | undefined;
  store: (value: V) => void;
};

function createCache<V>(database: Database): Cache<V> {
  const epochs = new LRUCache<string, Epoch>({ max: maxTags });
  const values = new LRUCache<string, Stored<V>>({
    maxSize: maxCharacters,
    maxEntrySize: maxKeyLength,
    sizeCalculation: (_, key) => key.length,
    ttl: maxAge,
  });
  database.onChanged((tags) => {
    for (const tag of tags) {
      if (tag === "*") epochs.clear();
      else epochs.delete(tag);
    }
  });
  return { epochs, values };
}

/**
 * A cache of small values for each database, valid until the tag of a value is published. Get the entry before reading the database: a value that was
 * read during a change then belongs to an earlier epoch, and is not used.
 */
export function createTaggedCache<V>(): (database: Database, place: { tag: string; key: string }) => CacheEntry<V> {
  const caches = new WeakMap<Database, Cache<V>>();
  return (database, { tag, key }) => {
    const cache = caches.get(database) ?? createCache<V>(database);
    caches.set(database, cache);
    const { epochs, values } = cache;
    const epoch = epochs.get(tag) ?? {};
    epochs.set(tag, epoch);
    return {
      read() {
        const stored = values.get(key);
        return stored?.epoch === epoch ? stored.value : undefined;
      },
      store: (value) => void values.set(key, { epoch, value }),
    };
  };
}
