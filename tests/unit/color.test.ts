/** Parsing of colours as people write them, and the sliders of the colour panel. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { colorPattern, hexOf, hslOf, normalizeColor } from "#kit/color.ts";
import { themeColors } from "#ui/color-panel.tsx";

describe("a colour", () => {
  it.each([
    ["1F5EFF", "#1f5eff"],
    ["#15f", "#1155ff"],
    ["＃１５ｆ", "#1155ff"],
    ["rgb(31, 94, 255)", "#1f5eff"],
    ["RGB(31 94 255)", "#1f5eff"],
    ["hsl(0, 100%, 50%)", "#ff0000"],
    ["hsl(120deg 100% 25%)", "#008000"],
    ["red", "red"],
    ["rgb(300, 0, 0)", "#ff0000"],
    ["rgb(1, 2)", "rgb(1, 2)"],
  ])("%s is read as %s", (text, color) => {
    expect(normalizeColor(text)).toBe(color);
  });

  it("keeps its hue, saturation and lightness to within rounding", () => {
    for (const color of ["#000000", "#ffffff", "#808080", "#ff0000", "#1f5eff", "#04674b", "#ce9b2b"]) {
      const converted = hexOf(hslOf(color));
      expect(converted).toMatch(colorPattern);
      for (const at of [1, 3, 5]) {
        const [before, after] = [color, converted].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
          number,
          number,
        ];
        expect([color, Math.abs(before - after) <= 3]).toEqual([color, true]);
      }
    }
  });

  it("of the theme is offered with its value of the light scheme", () => {
    const [light] = readFileSync("src/ui/tokens.css", "utf8").split("}");
    for (const { token, color } of themeColors) expect(light).toContain(`--${token}: ${color};`);
  });
});
