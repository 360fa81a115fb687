import { isMiniature } from "./size.ts";

type Limit = { atLeast?: number; atMost?: number };
/** One line of a bench's output. */
export type Figure = Limit & { name: string; value: number; unit: string; ok: boolean };

/**
 * One figure of a bench: printed as one line of JSON, so that programs can keep a history. A missed limit makes the run fail; a miniature
 * has no limits, because its sizes are not those the limits are meant for.
 */
export function figure(name: string, value: number, unit: string, limit: Limit = {}): void {
  const rounded = Math.round(value * 1000) / 1000;
  const { atLeast, atMost }: Limit = isMiniature ? {} : limit;
  const isMet = (atLeast === undefined || rounded >= atLeast) && (atMost === undefined || rounded <= atMost);
  const line: Figure = { name, value: rounded, unit, ...(isMiniature ? {} : limit), ok: isMet };
  console.log(JSON.stringify(line));
  if (!isMet) process.exitCode = 1;
}

/** The value in the middle; of an even number of values the lower one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/** The value that `share` (0 to 1) of all values stay below. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}
