/** Regular expressions of the program: all must be linear, because most texts are untrusted. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { regexes } from "zod";
import { slowText } from "./support/attack-expression.ts";
import { parse } from "./support/source.ts";

const written = globSync("src/**/*.{ts,tsx}").flatMap((file) =>
  parse({ path: file, text: readFileSync(file, "utf8") }).expressions.map((expression) => ({ file, ...expression })),
);

it("every expression is written down, none is put together at run time", () => {
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter(({ pattern }) => pattern === undefined)).toEqual([]);
});

it("none of the program's expressions goes quadratic on any text", { timeout: 120_000 }, () => {
  const found = written.flatMap(({ file, line, pattern, flags }) => {
    const slow = slowText(new RegExp(pattern!, flags));
    return slow === undefined ? [] : [`${file}:${line} /${pattern}/ over ${slow}`];
  });
  expect(found).toEqual([]);
});

it("nor do those of zod that calls use", () => {
  expect([regexes.email, regexes.uuid()].map(slowText)).toEqual([undefined, undefined]);
});

it.each([/^([^/]*[\u4e00-\u9fff][^/]*?) \/ (.+)$/, /\/+$/, /^-+|-+$/g, /\s*=\s*/, /\d+%/])(
  "notices that %s does",
  (expression) => {
    expect(slowText(expression)).toMatch(/characters$/);
  },
);
