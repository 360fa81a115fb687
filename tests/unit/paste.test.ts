import { expect, it } from "vitest";
import { splitText } from "#features/builder/editor/paste.ts";

it("a long pasted text is split between characters, not within one", () => {
  const text = `${"a".repeat(399)}${"😀".repeat(300)}`;
  const parts = splitText(text);
  expect(parts.map((part) => part.isWellFormed())).toEqual(parts.map(() => true));
  expect([parts.join(""), Math.max(...parts.map(({ length }) => length))]).toEqual([text, 400]);
});
