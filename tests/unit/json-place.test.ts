/** The position of the first error in a JSON text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonErrorPlace } from "#kit/json-place.ts";
import json from "#fields/lazy-fields/json.tsx";

describe("a JSON text", () => {
  it.each(['{ "a": 1 }', "[1, 2]", "true", '"a"'])("%s has no error", (text) => {
    expect(jsonErrorPlace(text)).toBeUndefined();
  });

  it.each([
    ['{\n  "a": 1,\n  "b" 2\n}', { line: 3, column: 7 }],
    ["[1,\n2,\n]", { line: 3, column: 1 }],
    ["{a: 1}", { line: 1, column: 2 }],
    ['{\n  "a": [1, 2', { line: 2, column: 13 }],
    ["", { line: 1, column: 1 }],
  ])("%j has its first error at %o", (text, place) => {
    expect(jsonErrorPlace(text)).toEqual(place);
  });

  it("has an error exactly where JSON.parse refuses it", () => {
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const token = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '"',
      "1",
      "-0.5e3",
      "01",
      "tru",
      "true",
      " ",
      "\n",
      "\u00a0",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join("")),
          fc.json(),
        ),
        (text) => {
          expect([text, jsonErrorPlace(text) === undefined]).toEqual([text, parses(text)]);
        },
      ),
      { numRuns: 3000 },
    );
    expect(jsonErrorPlace("[".repeat(100_000))).toEqual({ line: 1, column: 100_001 });
  });

  it("is refused by its field with the position of the error, in both languages", () => {
    const field = { type: "json", name: { zh: "字段", en: "Field" } } as const;
    expect(json.message(field, "[1,\n2,\n]")).toEqual({
      zh: "JSON 第 3 行第 1 个字符有误",
      en: "The JSON is wrong at line 3, column 1",
    });
    expect(json.message(field, "a".repeat(60_000)).en).toBe("Enter valid JSON of up to 50000 characters");
  });
});
