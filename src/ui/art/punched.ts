/** A pattern of holes in a grid of 16 x 4, in a view box of 64 x 16, as one path. The same seed gives the same pattern. */
export function punchedPattern(seed: number): string {
  let state = seed >>> 0;
  const isHole = () => {
    // The linear congruential generator of "Numerical Recipes": irregular, but deterministic.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 24) & 1) === 1;
  };
  const cells = Array.from({ length: 64 }, (_, index) => ({ x: index % 16, y: Math.floor(index / 16) }));
  return cells.map(({ x, y }) => (isHole() ? `M${x * 4 + 1} ${y * 4 + 1}h2v2h-2z` : "")).join("");
}
