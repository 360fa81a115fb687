/** Numbers in English wordings: one second is a second. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fill } from "#kit/text.ts";
import { textsOf } from "./support/texts.ts";

describe("a number in a wording", () => {
  it("takes the word for one beside 1, the other beside every other number", () => {
    const wait = { zh: "{n} 秒", en: "{n} {n|second|seconds}" };
    const said = [0, 1, 2, 60].map((n) => fill(wait, { n }).en);
    expect(said).toEqual(["0 seconds", "1 second", "2 seconds", "60 seconds"]);
    expect(fill(wait, { n: 1 }).zh).toBe("1 秒");
  });

  it("never stands before a unit of time that is many whatever the number: no countdown ends with “1 seconds”", () => {
    const texts = globSync("src/**/*.{ts,tsx}").flatMap((path) => textsOf({ path, text: readFileSync(path, "utf8") }));
    const wrong = texts.filter(
      ({ locale, text }) => locale === "en" && /\{\w+\} (?:second|minute|hour|day)s/.test(text),
    );
    expect(texts.length).toBeGreaterThan(1_500);
    expect(wrong).toEqual([]);
  });
});
