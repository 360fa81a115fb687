import { LRUCache } from "lru-cache";
import type { EntityDefinition } from "#kit/entity.ts";

/** Maximum length of all definitions in the main cache, in characters; a parsed definition takes about five times as much memory. */
const maxReadyCharacters = 2_000_000;
/** Limits of the cache of recently used definitions, in definitions and characters: enough for a few concurrent calls. */
const recentLimits = { max: 16, maxSize: 500_000 };
/** The maximum number of remembered keys of evicted definitions. */
const maxSeenKeys = 5000;

/** A definition with the length of its text. */
export type SizedDefinition = { definition: EntityDefinition; size: number };

/**
 * A cache of parsed definitions. A definition is first cached among the recent ones; if it is used again after its eviction from there, it enters the
 * main cache. Thus one call in each of a thousand spaces does not evict the definitions that are used often.
 */
export function createReadyDefinitions(): (key: string, make: () => SizedDefinition) => EntityDefinition {
  const readyDefinitions = new LRUCache<string, EntityDefinition>({ maxSize: maxReadyCharacters });
  const seenKeys = new LRUCache<string, true>({ max: maxSeenKeys });
  const recentDefinitions = new LRUCache<string, EntityDefinition>({
    ...recentLimits,
    dispose: (_definition, key) => void seenKeys.set(key, true),
  });
  return (key, make) => {
    const cached = readyDefinitions.get(key) ?? recentDefinitions.get(key);
    if (cached !== undefined) return cached;
    const { definition, size } = make();
    (seenKeys.delete(key) ? readyDefinitions : recentDefinitions).set(key, definition, { size });
    return definition;
  };
}
