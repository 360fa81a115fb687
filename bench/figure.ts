import { isMiniature } from "./size.ts";

type Limit = { atLeast?: number; atMost?: number };
/** One line of a bench's output; `ok`: the value is within the limit. */
export type Figure = Limit & { name: string; value: number; unit: string; ok: boolean };

/**
 * Prints a figure of a bench as one line of JSON, so that programs can keep a history. A missed limit sets the exit code. A miniature has no limits,
 * because they are meant for the full sizes.
 */
export function reportFigure(name: string, value: number, unit: string, limit: Limit = {}): void {
  const rounded = Math.round(value * 1000) / 1000;
  const { atLeast, atMost }: Limit = isMiniature ? {} : limit;
  const isMet = (atLeast === undefined || rounded >= atLeast) && (atMost === undefined || rounded <= atMost);
  const line: Figure = { name, value: rounded, unit, ...(isMiniature ? {} : limit), ok: isMet };
  console.log(JSON.stringify(line));
  if (!isMet) process.exitCode = 1;
}

/** The middle value; of an even number of values, the lower of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/** The value that `share` (0 to 1) of all values stay below. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}
