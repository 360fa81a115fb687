import { LRUCache } from "lru-cache";
import type { EntityDefinition } from "#kit/entity.ts";

/** Maximum length of all cached definitions, in characters; parsed, each takes about five times as much memory. */
const maxReady = 2_000_000;
/** Limits of recently used definitions, by number and by characters: enough for a few concurrent calls. */
const maxRecent = { max: 16, maxSize: 500_000 };
/** The maximum number of remembered keys. */
const maxSeenKeys = 5000;

/** A definition with the length of its text. */
export type SizedDefinition = { definition: EntityDefinition; size: number };

/**
 * A cache of parsed definitions that admits a key on its second use: one call in each of a thousand spaces neither evicts the definitions in use nor
 * leaves more than garbage behind.
 */
export function createReadyDefinitions(): (key: string, make: () => SizedDefinition) => EntityDefinition {
  const ready = new LRUCache<string, EntityDefinition>({ maxSize: maxReady });
  const seen = new LRUCache<string, true>({ max: maxSeenKeys });
  const recent = new LRUCache<string, EntityDefinition>({
    ...maxRecent,
    dispose: (_definition, key) => void seen.set(key, true),
  });
  return (key, make) => {
    const cached = ready.get(key) ?? recent.get(key);
    if (cached !== undefined) return cached;
    const { definition, size } = make();
    (seen.delete(key) ? ready : recent).set(key, definition, { size });
    return definition;
  };
}
