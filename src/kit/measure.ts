/** A number from a document, kept within `[min, max]`; `fallback` for anything else. Documents come from people: only numbers may reach a style sheet. */
export function measure(
  value: unknown,
  { min, max, otherwise: fallback }: { min: number; max: number; otherwise: number },
): number {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
}
