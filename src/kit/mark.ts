/**
 * How many values a field takes, by its `mark`: a number, or its digits, as older configurations write it. What is no number from 1 on says
 * nothing, and `otherwise` counts (B-126).
 */
export function countOf(mark: unknown, { most, otherwise = 1 }: { most: number; otherwise?: number }): number {
  const count = typeof mark === "string" && /^\d{1,4}$/.test(mark.trim()) ? Number(mark) : mark;
  return typeof count === "number" && Number.isInteger(count) && count >= 1 ? Math.min(count, most) : otherwise;
}
