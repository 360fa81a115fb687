/** Plurals in English texts: one second is a second. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import number from "#fields/number.tsx";
import { responseTime } from "#kit/service.ts";
import { formatText } from "#kit/text.ts";
import { textsOf } from "./support/texts.ts";

describe("a number in a wording", () => {
  it("takes the word for one beside 1, the other beside every other number", () => {
    const wait = { zh: "{n} 秒", en: "{n} {n|second|seconds}" };
    const said = [0, 1, 2, 60].map((n) => formatText(wait, { n }).en);
    expect(said).toEqual(["0 seconds", "1 second", "2 seconds", "60 seconds"]);
    expect(formatText(wait, { n: 1 }).zh).toBe("1 秒");
  });

  it("is said so in lists and forms too: what a plan promises", () => {
    const field = { type: "number", name: responseTime.name.en, template: responseTime.template.en } as const;
    const shown = (value: number) => renderToStaticMarkup(createElement(number.Show, { field, value, locale: "en" }));
    expect([shown(1), shown(48)]).toEqual(["Within 1 hour", "Within 48 hours"]);
  });

  it("never stands before a unit with a fixed plural: no countdown ends with “1 seconds”, no list has “1 items”", () => {
    const texts = globSync("src/**/*.{ts,tsx}").flatMap((path) => textsOf({ path, text: readFileSync(path, "utf8") }));
    const wrong = texts.filter(
      ({ locale, text }) => locale === "en" && /\{\w+\} (?:second|minute|hour|day|field|item)s/.test(text),
    );
    expect(texts.length).toBeGreaterThan(1_500);
    expect(wrong).toEqual([]);
  });
});
