/** The progress of a job at a time (ms). */
export type Progress = { at: number; done: number };

/** Seconds until `total` is reached, by the median rate of the recent measurements; undefined while there are too few. */
export function secondsLeft(history: readonly Progress[], total: number): number | undefined {
  const rates = history.slice(1).flatMap(({ at, done }, index) => {
    const earlier = history[index]!;
    return at > earlier.at ? [(done - earlier.done) / ((at - earlier.at) / 1000)] : [];
  });
  const rate = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)];
  const last = history.at(-1);
  return rate === undefined || last === undefined || rate <= 0 ? undefined : Math.max(0, (total - last.done) / rate);
}
