/** Mentions in the text of a comment: while they are typed, which ones a text has, and as parts of it. */
import { expect, it } from "vitest";
import { commentParts, mentionsIn, typedMention } from "#kit/comment.ts";

const [ann, anna, zhang] = [
  { id: "1", name: "Ann" },
  { id: "2", name: "Anna Lee" },
  { id: "3", name: "张三" },
];

it.each([
  ["@", { start: 0, query: "" }],
  ["Hi @an", { start: 3, query: "an" }],
  ["Hi @Anna L", { start: 3, query: "Anna L" }],
  ["请@张", { start: 1, query: "张" }],
  ["write to a@b", undefined],
  ["@ an", undefined],
  ["@an\nb", undefined],
  [`@${"a".repeat(41)}`, undefined],
  ["no mention", undefined],
])("in %j a name is typed at the end: %j", (text, expected) => {
  expect(typedMention(text, text.length)).toEqual(expected);
});

it("a name is typed at the caret, not at the end", () => {
  expect(typedMention("Hi @an and more", 6)).toEqual({ start: 3, query: "an" });
  expect(typedMention("@an", 0)).toBe(undefined);
});

it("a text has the mentions whose name follows an @", () => {
  expect(mentionsIn("@Ann and 张三", [ann!, anna!, zhang!])).toEqual([ann]);
});

it("the parts of a text are its mentions, the longest name first, and what is between them", () => {
  expect(commentParts("Hi @Anna Lee, ask @Ann or a@b 和@张三", [ann!, anna!, zhang!])).toEqual([
    { text: "Hi " },
    { text: "@Anna Lee", mention: anna },
    { text: ", ask " },
    { text: "@Ann", mention: ann },
    { text: " or a@b 和" },
    { text: "@张三", mention: zhang },
  ]);
  expect(commentParts("plain", [])).toEqual([{ text: "plain" }]);
  expect(commentParts("", [ann!])).toEqual([]);
});
