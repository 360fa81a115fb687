/** A colour as it is stored: `#rrggbb` in lower case. */
export const colorPattern = /^#[0-9a-f]{6}$/;

/** Hue in degrees, saturation and lightness in per cent, as whole numbers. */
export type Hsl = { h: number; s: number; l: number };

const hexByte = (value: number) =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0");

/** The colour `#rrggbb` of a hue, a saturation and a lightness (CSS Color 4, HSL to sRGB). */
export function hexOf({ h, s, l }: Hsl): string {
  const [saturation, lightness] = [s / 100, l / 100];
  const amount = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return hexByte(255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Hue, saturation and lightness of `#rrggbb`; a grey has the hue 0. */
export function hslOf(color: string): Hsl {
  const [r, g, b] = [1, 3, 5].map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, range] = [(max + min) / 2, max - min];
  if (range === 0) return { h: 0, s: 0, l: Math.round(l * 100) };
  const hueSector = max === r ? ((g - b) / range) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return {
    h: Math.round(hueSector * 60 + 360) % 360,
    s: Math.round((range / (1 - Math.abs(2 * l - 1))) * 100),
    l: Math.round(l * 100),
  };
}

const rgbPattern = /^rgba?\( ?(\d{1,3}(?:\.\d{1,6})?),? (\d{1,3}(?:\.\d{1,6})?),? (\d{1,3}(?:\.\d{1,6})?) ?\)$/;
const hslPattern =
  /^hsla?\( ?(\d{1,3}(?:\.\d{1,6})?)(?:deg)?,? (\d{1,3}(?:\.\d{1,6})?)%,? (\d{1,3}(?:\.\d{1,6})?)% ?\)$/;

/** Normalizes spaces: one after each comma, and single ones elsewhere. */
const normalizeSpaces = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .join(", ")
    .replaceAll(/\s+/g, " ");

/** Converts a colour ("1F5EFF", "#15f", rgb(…), hsl(…)) to `#rrggbb` in lower case. Any other text is returned trimmed and in lower case. */
export function normalizeColor(input: string): string {
  const text = input.normalize("NFKC").trim().toLowerCase();
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text) ?? [];
  if (digits !== undefined)
    return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
  // A longer text is no colour: the longest, `hsla(...)` with all decimals, fits.
  const spaced = text.length > 60 ? text : normalizeSpaces(text);
  const rgb = rgbPattern.exec(spaced)?.slice(1).map(Number);
  if (rgb !== undefined) return `#${rgb.map(hexByte).join("")}`;
  const [h, s, l] = hslPattern.exec(spaced)?.slice(1).map(Number) ?? [];
  if (h === undefined || s === undefined || l === undefined) return text;
  return hexOf({ h: h % 360, s: Math.min(100, s), l: Math.min(100, l) });
}
