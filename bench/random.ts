/** A seeded random generator (mulberry32), so that every run has the same numbers. `below(end)` is an integer from 0 to `end - 1`. */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]! };
}

export type Random = ReturnType<typeof createRandom>;
