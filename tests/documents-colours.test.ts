import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  baseColors,
  colorProblems,
  contrastChecks,
  derivedTokens,
  fallbackColor,
  mendedColor,
} from "#kit/theme-colors.ts";
import button from "#nodes/button.tsx";
import { palette } from "#ui/palette.ts";

const css = readFileSync("src/ui/tokens.css", "utf8");

function tokensIn(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]));
}

const [lightBlock, mediaBlock, darkBlock] = css.split(/\n(?=@media|:root\[)/) as [string, string, string];
const light = tokensIn(lightBlock);
const schemes = { light, dark: new Map([...light, ...tokensIn(darkBlock)]) };

/** WCAG 2.2 relative luminance of #rrggbb. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

/** Foreground, background, and the minimum contrast. */
const pairs: [string, string, number][] = [
  ["ink", "paper", 7],
  ["ink-2", "paper", 7],
  ["ink-2", "paper-2", 4.5],
  ["ink-3", "paper", 4.5],
  ["ink-3", "paper-2", 4.5],
  ["ink-3", "sheet", 4.5],
  ["brand", "paper", 4.5],
  ["brand", "paper-2", 4.5],
  ["brand", "brand-tint", 4.5],
  ["on-brand", "brand", 4.5],
  ["on-brand", "brand-2", 4.5],
  ["seal", "paper", 4.5],
  ["seal", "sheet", 4.5],
  ["on-seal", "seal", 4.5],
  ["line-2", "paper", 3],
  ["line-2", "sheet", 3],
  ["on-plate", "plate", 7],
  ["on-plate-2", "plate", 4.5],
  ["on-plate-2", "plate-2", 4.5],
  ["success", "paper", 4.5],
  ["warning", "paper", 4.5],
  ["danger", "paper", 4.5],
  ["info", "paper", 4.5],
  ["success", "sheet", 4.5],
  ["warning", "sheet", 4.5],
  ["malachite", "paper", 3],
  ["azurite", "paper", 3],
  ["cinnabar", "paper", 3],
  ["ochre", "paper", 3],
  ["amethyst", "paper", 3],
];

describe.each(Object.entries(schemes))("%s scheme", (_name, tokens) => {
  it.each(pairs)("%s on %s has a contrast of at least %d", (text, background, minimum) => {
    expect(contrast(tokens.get(text)!, tokens.get(background)!)).toBeGreaterThanOrEqual(minimum);
  });

  it.each(palette.map((colour) => [colour.key, colour] as const))(
    "%s of the palette is readable on its fill and on paper",
    (_key, colour) => {
      const hexOf = (value: string) => (value.startsWith("#") ? value : tokens.get(/--([\w-]+)/.exec(value)![1]!)!);
      expect(contrast(hexOf(colour.on), hexOf(colour.fill))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(hexOf(colour.text), tokens.get("paper")!)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

it("defines the dark scheme twice with the same values, for the system's setting and the person's", () => {
  expect(tokensIn(mediaBlock)).toEqual(tokensIn(darkBlock));
});

it("B-084, B-359: fills a button without colours with #07B1DC, under dark text that can be read", () => {
  const colors = button.style!({ ...button.example, bgColor: null, color: null }) as Record<string, string>;
  expect(colors["--fill"]).toBe("#07b1dc");
  expect(contrast(colors["--label"]!, "#07b1dc")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colors["--label"]!, "#ffffff")).toBeGreaterThan(contrast(colors["--label"]!, "#000000"));
  expect(palette).toHaveLength(9);
});

describe("the colours of a tenant", () => {
  it("leave a theme without colours unchanged", () => {
    expect(colorProblems({})).toEqual({});
    expect(derivedTokens({}, "light")).toEqual({});
  });

  it("derive readable pairs from our base colours in both schemes", () => {
    expect(colorProblems({ ...baseColors })).toEqual({});
  });

  it.each(["#1d4ed8", "#7c3aed", "#9d174d", "#374151", "#14532d", "#7c2d12"])(
    "derive readable pairs from the brand colour %s",
    (brand) => {
      expect(colorProblems({ brand })).toEqual({});
      const [lightTokens, darkTokens] = [derivedTokens({ brand }, "light"), derivedTokens({ brand }, "dark")];
      expect(contrast(lightTokens["on-brand"]!, lightTokens.brand!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(darkTokens.brand!, "#081410")).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("are refused at their field when they are not readable", () => {
    expect(Object.keys(colorProblems({ brand: "#ffe066" }))).toEqual(["brand"]);
    expect(Object.keys(colorProblems({ ink: "#9aa5a0" }))).toEqual(["ink"]);
    expect(Object.keys(colorProblems({ brand: "green", seal: "#12" }))).toEqual(["brand", "seal"]);
    expect(Object.keys(colorProblems({ paper: "#202020" })).length).toBeGreaterThan(0);
    // A dark colour is checked against those of the dark scheme only.
    expect(Object.keys(colorProblems({ brandDark: "#04674b" }))).toEqual(["brandDark"]);
    expect(
      colorProblems({ brandDark: "#8fe3c0", paperDark: "#101418", inkDark: "#f2f4f3", sealDark: "#ff9b7a" }),
    ).toEqual({});
    expect(Object.keys(colorProblems({ sealDark: "tomato" }))).toEqual(["sealDark"]);
  });

  it("have their contrast listed by pair and scheme, as it is computed from the colours", () => {
    const checks = contrastChecks({ brand: "#ffe066", brandDark: "#333333" });
    expect(checks.filter(({ scheme }) => scheme === "dark")).toHaveLength(checks.length / 2);
    for (const { foreground, background, ratio } of checks)
      expect(ratio).toBeCloseTo(contrast(foreground, background), 1);
    const failing = checks.filter(({ ratio, minimum }) => ratio < minimum);
    expect(failing.map(({ scheme, field, name }) => [scheme, field, name.en])).toEqual([
      ["light", "brand", "Links"],
      ["light", "brand", "Text on the brand tint"],
      ["dark", "brandDark", "Links"],
      ["dark", "brandDark", "Text on the brand tint"],
    ]);
  });

  it.each([
    { brand: "#ffe066" },
    { ink: "#9aa5a0" },
    { seal: "#ffb4a2" },
    { brandDark: "#04674b" },
    { inkDark: "#333333" },
    { paperDark: "#101010", sealDark: "#5a1408" },
  ])("are mended by the nearest shade that can be read: %j", (theme) => {
    const [field] = Object.keys(colorProblems(theme)) as [keyof typeof baseColors];
    const color = mendedColor(theme, field)!;
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect(colorProblems({ ...theme, [field]: color })).toEqual({});
  });

  it("that a theme leaves out have a colour all the same, which is the one that pages show", () => {
    expect(fallbackColor({ brand: "#1d4ed8" }, "brand")).toBe(baseColors.brand);
    for (const field of ["paperDark", "inkDark", "brandDark", "sealDark"] as const) {
      const name = field.slice(0, -4) as keyof typeof baseColors;
      // The theme's own dark colour is not the one without it.
      const theme = { [name]: "#1d4ed8", [field]: "#333333" };
      expect(fallbackColor(theme, field)).toBe(derivedTokens({ [name]: "#1d4ed8" }, "dark")[name]);
    }
  });

  it("reach dark surfaces, which have the brand's bright shade in both schemes", () => {
    const [lightTokens, darkTokens] = [
      derivedTokens({ brand: "#1d4ed8" }, "light"),
      derivedTokens({ brand: "#1d4ed8" }, "dark"),
    ];
    expect(lightTokens["plate-brand"]).toBe(darkTokens.brand);
    expect(darkTokens["plate-brand"]).toBe(darkTokens.brand);
    expect(contrast(lightTokens["plate-brand"]!, "#091e18")).toBeGreaterThanOrEqual(4.5);
  });
});
