/** Comparing two texts line by line. */
import { describe, expect, it } from "vitest";
import { firstLines, foldUnchanged, lineChanges } from "#kit/line-changes.ts";

const signs = { same: " ", removed: "-", added: "+" };
const compare = (before: string | null, after: string | null) =>
  lineChanges(before, after).map(({ kind, text }) => signs[kind] + text);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe("lineChanges", () => {
  it.each<[string | null, string | null, string[]]>([
    [null, "a\nb", ["+a", "+b"]],
    ["a\nb", null, ["-a", "-b"]],
    [null, null, []],
    ["a", "a", [" a"]],
    ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
    ["a\nb\nc\nd", "b\nc\ne\nd", ["-a", " b", " c", "+e", " d"]],
    ["a\na\na", "a\na", [" a", " a", "-a"]],
  ])("of %j and %j are %j", (before, after, changes) => {
    expect(compare(before, after)).toEqual(changes);
  });

  it("has every line of both texts, however long they are", () => {
    const [one, other] = [numbers(3000), numbers(3000).map((line, index) => (index % 7 === 3 ? `${line}!` : line))];
    const changes = lineChanges(one.join("\n"), other.join("\n"));
    const without = (kind: string) => changes.filter((change) => change.kind !== kind).map(({ text }) => text);
    expect([without("added"), without("removed")]).toEqual([one, other]);
  });

  it("of long texts are the lines that differ, though most lines occur many times", () => {
    const categories = numbers(4000).flatMap((name) => ["{", `  ${name}`, "},"]);
    const other = categories.with(1, "  first").toSpliced(6000, 3).with(11_992, "  last");
    expect(compare(categories.join("\n"), other.join("\n")).filter((line) => !line.startsWith(" "))).toEqual([
      "-  line 0",
      "+  first",
      expect.stringMatching(/^-/),
      expect.stringMatching(/^-/),
      expect.stringMatching(/^-/),
      "-  line 3998",
      "+  last",
    ]);
    const [one, turned] = [numbers(2000), numbers(2000).toReversed()];
    const kinds = Map.groupBy(lineChanges(one.join("\n"), turned.join("\n")), ({ kind }) => kind);
    expect([...kinds].map(([kind, lines]) => [kind, lines.length])).toEqual(
      expect.arrayContaining([
        ["same", 1],
        ["removed", 1999],
        ["added", 1999],
      ]),
    );
  });
});

it("foldUnchanged keeps three lines around a change and counts the others", () => {
  const lines = numbers(20);
  const parts = foldUnchanged(
    lineChanges(lines.join("\n"), [...lines.slice(0, 10), "new", ...lines.slice(10)].join("\n")),
  );
  expect(parts.map((part) => ("hidden" in part ? part.hidden : part.lines.map(({ text }) => text)))).toEqual([
    7,
    [...lines.slice(7, 10), "new", ...lines.slice(10, 13)],
    7,
  ]);
  expect(foldUnchanged(lineChanges("a", "a"))).toEqual([{ hidden: 1 }]);
});

it("firstLines are as many lines as fit, with the number of the others", () => {
  const parts = [
    { hidden: 4 },
    { lines: lineChanges(null, "a\nb") },
    { hidden: 9 },
    { lines: lineChanges("c\nd", null) },
  ];
  expect(firstLines(parts, 4)).toEqual({ parts, left: 0 });
  expect(firstLines(parts, 3)).toEqual({
    parts: [...parts.slice(0, 3), { lines: lineChanges("c", null) }],
    left: 1,
  });
  expect(firstLines(parts, 1)).toEqual({ parts: [{ hidden: 4 }, { lines: lineChanges(null, "a") }], left: 3 });
});
