/** The format of a text on a canvas follows its words when they are edited as plain text. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isTextFormat, plainFormat, withWords, plainTextOf } from "#kit/text-format.ts";
import type { RichInline, RichText } from "#kit/rich-text.ts";

const bold = (text: string): RichInline => ({ type: "text", text, marks: [{ type: "bold" }] });
const plain = (text: string): RichInline => ({ type: "text", text });
const listed = (...items: RichInline[][]): RichText => ({
  type: "doc",
  content: [
    { type: "paragraph", content: [plain("Before "), bold("you"), plain(" sign")] },
    {
      type: "bulletList",
      content: items.map((content) => ({ type: "listItem", content: [{ type: "paragraph", content }] })),
    },
  ],
});
const format = listed([plain("read it "), bold("twice 😀")], [bold("ask")]);

it("typed words take the marks of what stands before them, and removed ones leave the others as they are", () => {
  expect(withWords(format, "Before yours sign\nread it twice 😀\nask")).toEqual({
    ...format,
    content: [{ type: "paragraph", content: [plain("Before "), bold("yours"), plain(" sign")] }, format.content[1]],
  });
  expect(withWords(format, "Before you sign\nread it \nask")).toEqual(listed([plain("read it ")], [bold("ask")]));
});

it("a line that is added or removed takes the format away, which a plain text cannot say", () => {
  expect(withWords(format, "Before you sign\nread it twice 😀")).toBeUndefined();
  expect(withWords(format, `${plainTextOf(format)}\nmore`)).toBeUndefined();
  expect(withWords(format, "")).toBeUndefined();
});

it("whatever is edited, a format has exactly the words of its text, and is one that may be stored", () => {
  const words = plainTextOf(format);
  const anyEdit = fc.tuple(
    fc.nat(words.length),
    fc.nat(words.length),
    fc.string({ unit: fc.constantFrom("a", " ", "文", "😀", "😁", "\n"), maxLength: 5 }),
  );
  let adapted = 0;
  fc.assert(
    fc.property(anyEdit, ([one, other, typed]) => {
      const edited = words.slice(0, Math.min(one, other)) + typed + words.slice(Math.max(one, other));
      const next = withWords(format, edited);
      if (next === undefined) return;
      adapted += 1;
      expect(plainTextOf(next)).toBe(edited);
      expect(isTextFormat(next)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(adapted).toBeGreaterThan(50);
});

it("a plain text has the same words as a document, also with empty lines", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "文") }), (words) => {
      expect(plainTextOf(plainFormat(words))).toBe(words);
    }),
  );
});

it.each([
  { type: "heading", attrs: { level: 1 }, content: [plain("a")] },
  { type: "image", attrs: { src: "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp" } },
  { type: "paragraph", content: [{ type: "text", text: "a", marks: [{ type: "color", attrs: { color: "red;x" } }] }] },
  {
    type: "paragraph",
    content: [{ type: "text", text: "a", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }],
  },
  { type: "paragraph", content: [{ type: "text", text: "a", marks: [{ type: "code" }] }] },
])("no format consists of %j", (block) => {
  expect(isTextFormat({ type: "doc", content: [block] })).toBe(false);
});
