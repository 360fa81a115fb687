import type { Text } from "#kit/text.ts";

/** A colour of the palette as CSS values: `fill` for backgrounds, `on` for text on them, `text` for coloured text. */
export type PaletteColor = { key: string; name: Text; fill: string; on: string; text: string };

/** The fixed palette of nine colours (B-085). Uses tokens, so that every colour follows the colour scheme and the theme. */
export const palette: readonly PaletteColor[] = [
  {
    key: "brand",
    name: { zh: "品牌", en: "Brand" },
    fill: "var(--brand)",
    on: "var(--on-brand)",
    text: "var(--brand)",
  },
  // The default button colour (B-084); white on it would be too faint to read.
  { key: "primary", name: { zh: "主色", en: "Primary" }, fill: "#07b1dc", on: "#06222b", text: "var(--info)" },
  {
    key: "success",
    name: { zh: "成功", en: "Success" },
    fill: "var(--success)",
    on: "var(--paper)",
    text: "var(--success)",
  },
  { key: "info", name: { zh: "信息", en: "Info" }, fill: "var(--info)", on: "var(--paper)", text: "var(--info)" },
  {
    key: "warning",
    name: { zh: "警告", en: "Warning" },
    fill: "var(--warning)",
    on: "var(--paper)",
    text: "var(--warning)",
  },
  {
    key: "danger",
    name: { zh: "危险", en: "Danger" },
    fill: "var(--danger)",
    on: "var(--paper)",
    text: "var(--danger)",
  },
  { key: "accent", name: { zh: "印章", en: "Seal" }, fill: "var(--seal)", on: "var(--on-seal)", text: "var(--seal)" },
  { key: "dark", name: { zh: "墨色", en: "Ink" }, fill: "var(--ink)", on: "var(--paper)", text: "var(--ink)" },
  { key: "light", name: { zh: "浅色", en: "Light" }, fill: "var(--paper-3)", on: "var(--ink)", text: "var(--ink-3)" },
];

const byKey = new Map(palette.map((colour) => [colour.key, colour]));

/** The colour with this key. For an unknown key that of `fallback`, so that no text from a document gets into a style sheet. */
export function paletteColorOf(key: unknown, fallback: string): PaletteColor {
  return (typeof key === "string" ? byKey.get(key) : undefined) ?? byKey.get(fallback)!;
}

/** The palette as options of a dropdown field. */
export const paletteOptions = palette.map(({ key, name }) => ({ key, name }));
