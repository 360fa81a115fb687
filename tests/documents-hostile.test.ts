import { expect, it } from "vitest";
import { safeUrl } from "#kit/url.ts";
import { styleRule } from "#render/page/style.ts";
import { themeCss } from "#render/page/theme-css.ts";
import { nodes, widgets } from "#render/registry.ts";
import { injections } from "./support/hostile-pages.ts";

it("keeps the value of a node or widget within its style rule (T-45)", () => {
  for (const definition of [...nodes.values(), ...widgets.values()]) {
    for (const invalidValue of [...injections, 1e9, Number.NaN, {}, [], null, undefined]) {
      const value = Object.fromEntries(Object.keys(definition.settings).map((key) => [key, invalidValue]));
      const style = definition.style?.(value as never) ?? {};
      const text = Object.values(style).join("|");
      expect(text, `${definition.title.en} with ${String(invalidValue)}`).not.toMatch(
        /sink|script|[{};@<>\\]|NaN|1e\+?9|1000000000/,
      );
    }
  }
});

it("T-45: writes no style rule for a value or an id that would break out of it", () => {
  for (const injection of injections) {
    expect.soft(styleRule("data-node", "nd_aaaaaaaaaa", { color: injection }), JSON.stringify(injection)).toBe("");
    expect.soft(styleRule("data-node", injection, { color: "red" }), JSON.stringify(injection)).toBe("");
  }
  expect(styleRule("data-node", "nd_aaaaaaaaaa", { "--x": "-4.5", color: "var(--ink)" })).toBe(
    '[data-node="nd_aaaaaaaaaa"]{--x:-4.5;color:var(--ink)}',
  );
});

it("T-45: takes only colours and a radius from a theme", () => {
  const css = themeCss({ paper: "#ffffff", ink: "red", brand: "url(//sink.test)", radius: 8 });
  expect(css).toMatch(/^:root\{--paper:#ffffff;[^}]*--r:8px;--r2:16px\}@media/);
  expect(css).not.toMatch(/url|red|--ink:|--brand:/);
  expect(themeCss({ radius: 400 })).toBe("");
});

it("allows links to the site, the web, telephone and mail only (T-46)", () => {
  const refusedUrls = [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//sink.test",
    "/\\sink.test",
    "/\t/sink.test",
    "\\\\sink.test",
    "file:///etc/passwd",
    "blob:x",
    "",
    null,
    5,
    {},
  ];
  for (const url of refusedUrls) expect(safeUrl(url), JSON.stringify(url)).toBeUndefined();
  for (const url of [
    "/index",
    "/",
    "#products",
    "?language=zh",
    "https://a.test/b?c#d",
    "http://a.test",
    "tel:+8613800000000",
    "mailto:a@b.test",
  ])
    expect(safeUrl(url)).toBe(url);
});
