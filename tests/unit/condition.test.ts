/** Rules that decide whether a form shows a field. */
import { expect, it } from "vitest";
import { isRuleMet } from "#kit/condition.ts";

it.each([
  ["type=A||b", { type: "B" }, true],
  ["type=A||b", { type: "a" }, true],
  ["type=A||b", { type: "c" }, false],
  ["type=A||b", {}, false],
  ["type=1", { type: 1 }, true],
  ["type=", {}, true],
] as const)("B-127: the rule %s with the values %j holds: %s", (rule, values, isShown) => {
  expect(isRuleMet(rule, values)).toBe(isShown);
});

it.each(["constructor=function", "__proto__=[object Object]", "type"])(
  "T-67: the rule %s reads only own values, and an invalid rule hides nothing",
  (rule) => expect(isRuleMet(rule, {})).toBe(!rule.includes("=")),
);

it("T-67: evaluates a rule of 100,000 characters", () => {
  const rule = `type=${"a||".repeat(33_000)}b`;
  expect([isRuleMet(rule, { type: "B" }), isRuleMet(rule, { type: "c" })]).toEqual([true, false]);
});
