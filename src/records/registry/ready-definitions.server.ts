import { LRUCache } from "lru-cache";
import type { EntityDefinition } from "#kit/entity.ts";

/** Characters of the definitions that a process has ready for use; each takes some five times as much memory, with what is worked out from it. */
const maxReady = 2_000_000;
/** Definitions that were asked for a moment ago, by number and by characters: as many as a few calls at once need. */
const maxRecent = { max: 16, maxSize: 500_000 };
/** The maximum number of remembered keys. */
const maxSeen = 5000;

/** A definition with the characters that it was made from. */
export type SizedDefinition = { definition: EntityDefinition; size: number };

/**
 * A cache of parsed definitions that admits a key on its second use: one call in each of a thousand spaces neither evicts the definitions in use nor
 * leaves more than garbage behind.
 */
export function createReadyDefinitions(): (key: string, make: () => SizedDefinition) => EntityDefinition {
  const ready = new LRUCache<string, EntityDefinition>({ maxSize: maxReady });
  const seen = new LRUCache<string, true>({ max: maxSeen });
  const recent = new LRUCache<string, EntityDefinition>({
    ...maxRecent,
    dispose: (_definition, key) => void seen.set(key, true),
  });
  return (key, make) => {
    const found = ready.get(key) ?? recent.get(key);
    if (found !== undefined) return found;
    const { definition, size } = make();
    (seen.delete(key) ? ready : recent).set(key, definition, { size });
    return definition;
  };
}
