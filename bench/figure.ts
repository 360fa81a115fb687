/** One figure of a bench: printed as one line of JSON, so that programs can keep a history. A missed limit makes the run fail. */
export function figure(name: string, value: number, unit: string, limit?: { atLeast?: number; atMost?: number }): void {
  const rounded = Math.round(value * 1000) / 1000;
  const isMet =
    (limit?.atLeast === undefined || rounded >= limit.atLeast) &&
    (limit?.atMost === undefined || rounded <= limit.atMost);
  console.log(JSON.stringify({ name, value: rounded, unit, ...limit, ok: isMet }));
  if (!isMet) process.exitCode = 1;
}

/** The value in the middle; of an even number of values the lower one. */
export function median(values: number[]): number {
  return [...values].toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}
