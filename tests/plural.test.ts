/** Plurals in English texts. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import number from "#fields/number.tsx";
import { responseTime } from "#kit/service.ts";
import { formatText } from "#kit/text.ts";
import { textsOf } from "./support/texts.ts";

describe("a text with a number", () => {
  it("uses the singular for 1 and the plural for every other number", () => {
    const wait = { zh: "{n} 秒", en: "{n} {n|second|seconds}" };
    const texts = [0, 1, 2, 60].map((n) => formatText(wait, { n }).en);
    expect(texts).toEqual(["0 seconds", "1 second", "2 seconds", "60 seconds"]);
    expect(formatText(wait, { n: 1 }).zh).toBe("1 秒");
  });

  it("uses the right form in lists and forms", () => {
    const field = { type: "number", name: responseTime.name.en, template: responseTime.template.en } as const;
    const html = (value: number) => renderToStaticMarkup(createElement(number.Show, { field, value, locale: "en" }));
    expect([html(1), html(48)]).toEqual(["Within 1 hour", "Within 48 hours"]);
  });

  it("has no unit with a fixed plural after a number", () => {
    const texts = globSync("src/**/*.{ts,tsx}").flatMap((path) => textsOf({ path, text: readFileSync(path, "utf8") }));
    const fixedPlurals = texts.filter(
      ({ locale, text }) => locale === "en" && /\{\w+\} (?:second|minute|hour|day|field|item)s/.test(text),
    );
    expect(texts.length).toBeGreaterThan(1_500);
    expect(fixedPlurals).toEqual([]);
  });
});
