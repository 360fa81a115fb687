/** Texts that are cut for display. */
import { expect, it } from "vitest";
import { shorten } from "#kit/text-length.ts";

it("B-283: cuts a text at 100 characters where nothing else is said, and ends it with an ellipsis", () => {
  const whole = "智".repeat(99) + "😀";
  expect(shorten(whole)).toBe(whole);
  expect(shorten(`${whole}能`)).toBe(`${whole}…`);
  expect(shorten("经纬平台", 2)).toBe("经纬…");
});
