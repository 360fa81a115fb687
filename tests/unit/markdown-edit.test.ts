/** Edits of the Markdown toolbar. "[" and "]" mark the selection in a text. */
import { describe, expect, it } from "vitest";
import {
  continueLine,
  insertBlock,
  insertCode,
  insertLink,
  type TextSelection,
  type TextEdit,
  toggleLines,
  toggleMark,
} from "#ui/markdown-edit.ts";

function selected(marked: string): TextSelection {
  const start = marked.indexOf("[");
  return { text: marked.replace("[", "").replace("]", ""), start, end: marked.indexOf("]") - 1 };
}

function after({ text }: TextSelection, { from, to, insert, start, end }: TextEdit): string {
  const whole = text.slice(0, from) + insert + text.slice(to);
  return `${whole.slice(0, start)}[${whole.slice(start, end)}]${whole.slice(end)}`;
}

describe("the Markdown toolbar", () => {
  it.each([
    ["a [b] c", "**", "a **[b]** c"],
    ["a **[b]** c", "**", "a [b] c"],
    ["a **[b]** c", "*", "a ***[b]*** c"],
    ["a *[b]* c", "*", "a [b] c"],
    ["a [] c", "`", "a `[words]` c"],
    ["[all]", "~~", "~~[all]~~"],
    ["a ***[b]*** c", "*", "a **[b]** c"],
    ["a ***[b]*** c", "**", "a *[b]* c"],
    ["a [b ]c", "**", "a **[b]** c"],
    ["a [**b**] c", "**", "a [b] c"],
    ["a **[]** c", "**", "a [] c"],
    ["a[ ]b", "**", "a **[words]**b"],
    ["[a\n\nb]", "**", "[**a**\n\n**b**]"],
    ["[**a**\n\n**b**]", "**", "[a\n\nb]"],
    ["[- **a**\n- b]", "**", "- [**a**\n- **b**]"],
  ])("toggles in %s the mark %s: %s", (before, mark, expected) => {
    expect(after(selected(before), toggleMark(selected(before), mark, "words"))).toBe(expected);
  });

  it.each([
    ["a\n[b\nc]\nd", "bullet", "a\n[- b\n- c]\nd"],
    ["[- b\n- c]", "bullet", "[b\nc]"],
    ["[- b\n- c]", "number", "[1. b\n2. c]"],
    ["a []", "heading", "## a []"],
    ["# a[]", "heading", "a[]"],
    ["[a\n]b", "quote", "[> a]\nb"],
    ["[a\n\nb]", "number", "[1. a\n\n2. b]"],
    ["[- a\n\n- b]", "bullet", "[a\n\nb]"],
    ["[a\n\nb]", "quote", "[> a\n> \n> b]"],
    ["  [- a\n  b]", "bullet", "[  - a\n  - b]"],
    ["[]", "bullet", "- []"],
    ["a[]b", "bullet", "- a[]b"],
    ["- a[]b", "bullet", "a[]b"],
  ] as const)("toggles in %j the line kind %s: %j", (before, kind, expected) => {
    expect(after(selected(before), toggleLines(selected(before), kind))).toBe(expected);
  });

  it.each([
    ["- a[]", "- a\n- []"],
    ["  9. a[]b", "  9. a\n  10. []b"],
    ["x\n> a[]", "x\n> a\n> []"],
    ["- a\n- []", "- a\n[]"],
    ["- []a", "- \n- []a"],
  ])("continues %j as %j", (before, expected) => {
    expect(after(selected(before), continueLine(selected(before))!)).toBe(expected);
  });

  it.each(["a[]", "- [a]", "-a[]", "1)a[]"])("leaves a line break in %j to the browser", (before) => {
    expect(continueLine(selected(before))).toBeUndefined();
  });

  it("puts empty lines around a block and selects the address of a new link", () => {
    expect(after(selected("a[]b"), insertBlock(selected("a[]b"), "---", ""))).toBe("a\n\n---\n\n[]b");
    expect(after(selected("[]"), insertBlock(selected("[]"), "x y", "y"))).toBe("x [y]\n");
    expect(after(selected("see [this]"), insertLink(selected("see [this]"), "words"))).toBe("see [this]([https://])");
    const address = selected("see [https://a.cn/b]");
    expect(after(address, insertLink(address, "words"))).toBe("see [[words]](https://a.cn/b)");
  });

  it("puts several blocks one after the other", () => {
    const first = selected("a[]");
    const { insert, start, end } = insertBlock(first, "![](1)", "");
    const second = { text: first.text + insert, start, end };
    expect(after(second, insertBlock(second, "![](2)", ""))).toBe("a\n\n![](1)\n\n![](2)\n[]");
  });

  it("turns the selected lines into a block of code, behind a longer fence than theirs", () => {
    expect(after(selected("[]"), insertCode(selected("[]"), "code"))).toBe("```\n[code]\n```\n");
    const lines = selected("a\n[b\n```\nc]\nd");
    expect(after(lines, insertCode(lines, "code"))).toBe("a\n\n````\n[b\n```\nc]\n````\n\nd");
  });
});
