export const colorPattern = /^#[0-9a-f]{6}$/;

/** `#rrggbb` in small letters, also from "1F5EFF" or the short "#15f"; anything else is returned as it is. */
export function normalizeColor(input: string): string {
  const text = input.normalize("NFKC").trim().toLowerCase();
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text) ?? [];
  if (digits === undefined) return text;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
}
