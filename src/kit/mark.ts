/**
 * The maximum number of values of a field, from its `mark`: a number, or digits in a string, as in older configurations, `max` at most. `fallback`
 * when it is not a positive integer (B-126).
 */
export function maxCountOf(mark: unknown, { max, fallback = 1 }: { max: number; fallback?: number }): number {
  const count = typeof mark === "string" && /^\d{1,4}$/.test(mark.trim()) ? Number(mark) : mark;
  return typeof count === "number" && Number.isInteger(count) && count >= 1 ? Math.min(count, max) : fallback;
}
