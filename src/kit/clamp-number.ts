/**
 * Clamps a number from a document to `[min, max]`; returns `fallback` for anything else. Documents are user input: only numbers may reach a style
 * sheet.
 */
export function clampNumber(
  value: unknown,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
}
