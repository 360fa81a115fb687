/** Formulas of computed fields: their results, invalid formulas, and hostile texts. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { computedValues, invalidFormulas } from "#kit/computed.ts";
import { evaluate, parseFormula } from "#kit/formula.ts";

const row = {
  price: 19.9,
  amount: 3,
  none: null,
  first: "Ada",
  last: "Lovelace",
  isNew: true,
  items: [
    { price: 2, amount: 3 },
    { price: 0.1, amount: null },
    { price: null, amount: 1 },
  ],
};
const value = (text: string) => {
  const formula = parseFormula(text);
  return formula === undefined ? "no formula" : evaluate(formula, row);
};

it.each([
  ["price * amount", 59.7],
  ["0.1 + 0.2", 0.3],
  ["1 + 2 * 3 - 4 / 2", 5],
  ["(1 + 2) * -3", -9],
  ["8 - 3 - 2", 3],
  ["round(1.005, 2)", 1.01],
  ["round(-2.5)", -3],
  ["floor(2.79, 1) + ceil(2.71, 1)", 5.5],
  ["price * none", null],
  ["none + 1", null],
  ["1 / 0", null],
  ["sum(items.price)", 2.1],
  ["sum(none)", 0],
  ["avg(items.amount)", 2],
  ["min(items.price, 5) + max(amount, 7)", 7.1],
  ["max(none)", null],
  ["count(items.price)", 2],
  ['first & " " & last', "Ada Lovelace"],
  ["first & none", "Ada"],
  ["length(first)", 3],
  ["upper('a\"') & lower(\"B'\")", "A\"b'"],
  ["if(amount >= 3 and isNew, 'many', 'few')", "many"],
  ["if(price > 100 or none = 1, 1)", null],
  ["amount <> 3", false],
  ["none = null", true],
  ["first < last", true],
  ["first < 3", false],
  ["constructor", null],
  ["items.constructor", null],
] as const)("%s is %j", (text, expected) => expect(value(text)).toEqual(expected));

it.each([
  "",
  "1 +",
  "(1",
  "1)",
  "f(1)",
  "sum(1,)",
  "a b",
  "a..b",
  "'open",
  "a = = b",
  "a;b",
  "=1",
  "eval(1)",
  `${"(".repeat(60)}1${")".repeat(60)}`,
  "1+".repeat(250),
])("T-67: refuses the formula %s", (text) => expect(parseFormula(text)).toBeUndefined());

it("T-67: parses any text to a formula or to none, and evaluates it to a plain value", () => {
  const token = fc.constantFrom(
    "price",
    "items",
    ".",
    "amount",
    "(",
    ")",
    "+",
    "-",
    "&",
    "if",
    "sum",
    ",",
    "1",
    "'a'",
    "=",
    "<",
    "and",
    " ",
    "☃",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
      const formula = parseFormula(tokens.join(""));
      const result = formula === undefined ? null : evaluate(formula, row);
      expect(result === null || ["number", "string", "boolean"].includes(typeof result)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

it("computes fields in the order of their dependencies and refuses cycles", () => {
  const fields = {
    total: { compute: "net * 1.5" },
    net: { compute: "price * amount" },
    price: {},
    amount: { if: "isNew=true" },
    isNew: {},
    loop: { compute: "loop + 1" },
    bad: { compute: "1 +" },
  };
  expect(computedValues(fields, { price: 2, amount: 3, isNew: true })).toEqual({ net: 6, total: 9 });
  expect(computedValues(fields, { price: 2, amount: 3, isNew: true }, "price")).toEqual({ net: 6, total: 9 });
  expect(computedValues(fields, { price: 2, amount: 3, isNew: true }, "loop")).toEqual({});
  // A hidden field counts as empty, so a change of the field that hides it changes the fields that depend on it.
  expect(computedValues(fields, { price: 2, amount: 3, isNew: false }, "isNew")).toEqual({ net: null, total: null });
  expect(invalidFormulas(fields).toSorted()).toEqual(["bad", "loop"]);
});
