/** Regular expressions of the program: all must run in linear time, because most texts are untrusted. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { regexes } from "zod";
import { slowText } from "./support/attack-expression.ts";
import { parse } from "./support/source.ts";

const expressions = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
  parse({ path: file, text: readFileSync(file, "utf8") }).expressions.map((expression) => ({ file, ...expression })),
);

it("every regular expression is a literal, not built at run time", () => {
  expect(expressions.length).toBeGreaterThan(100);
  expect(expressions.filter(({ pattern }) => pattern === undefined)).toEqual([]);
});

it("no regular expression of the program takes quadratic time on any text", { timeout: 120_000 }, () => {
  const slowExpressions = expressions.flatMap(({ file, line, pattern, flags }) => {
    const slow = slowText(new RegExp(pattern!, flags));
    return slow === undefined ? [] : [`${file}:${line} /${pattern}/ over ${slow}`];
  });
  expect(slowExpressions).toEqual([]);
});

it("the regular expressions of zod that calls use are linear too", () => {
  expect([regexes.email, regexes.uuid()].map(slowText)).toEqual([undefined, undefined]);
});

it.each([
  /^([^/]*[\u4e00-\u9fff][^/]*?) \/ (.+)$/,
  /\/+$/,
  /^-+|-+$/g,
  /\s*=\s*/,
  /\d+%/,
  /<\s*\/?\s*(?:script|style)\b/i,
])("reports %s as quadratic", (expression) => {
  expect(slowText(expression)).toMatch(/characters$/);
});
