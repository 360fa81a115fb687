/** The generated pages of docs/requirements list the tests of each requirement, and no requirement loses its test. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coverageOf, requirementId, requirementsIn } from "./support/requirements.ts";
import { titlesIn } from "./support/test-titles.ts";

const generatedPage = /(coverage|open|README)\.md$/;
const rows = globSync("docs/requirements/*.md")
  .filter((page) => !generatedPage.test(page))
  .flatMap((page) => requirementsIn(page, readFileSync(page, "utf8")));

const idRange = (letter: string, from: number, to: number, digits: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${letter}-${String(from + at).padStart(digits, "0")}`);

describe("docs/requirements", () => {
  it("has every requirement once", () => {
    const expectedIds = [
      ...idRange("E", 1, 124, 3),
      ...idRange("S", 1, 80, 3),
      ...idRange("N", 1, 58, 3),
      ...idRange("B", 1, 393, 3),
      ...idRange("Q", 1, 28, 2),
      ...idRange("T", 1, 75, 2),
      ...idRange("R", 1, 40, 2),
      ...idRange("O", 1, 5, 1),
    ];
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(expectedIds.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("B-003: describes each in a sentence with what decided it: the contract, a ruling or ourselves; and refers only to existing ones", () => {
    const ids = new Set(rows.map(({ id }) => id));
    expect(rows.filter(({ sentence }) => !/^.{20,}\.$/.test(sentence))).toEqual([]);
    const rulings = new Set(rows.filter(({ page }) => page.includes("rulings")).map(({ id }) => id));
    const isDecided = (source: string) => source === "contract" || source === "ours" || rulings.has(source);
    expect(rows.filter(({ decided }) => !decided.split(", ").every(isDecided))).toEqual([]);
    const text = globSync("docs/requirements/*.md")
      .map((page) => readFileSync(page, "utf8"))
      .join("\n");
    expect([...new Set(text.match(requirementId))].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe("the titles of a test file", () => {
  const titles = (text: string) =>
    titlesIn("tests/a.test.ts", text).map(({ around, title }) => [...around, title].join(" > "));

  it("include the titles of the blocks around them", () => {
    const text = 'describe("a", () => { describe("b", () => { it("c", () => {}); }); it.concurrent("d", () => {}); });';
    expect(titles(text)).toEqual(["a", "a > b", "a > b > c", "a > d"]);
  });

  it("are one for a table of cases, with placeholders as ellipses", () => {
    expect(titles('it.each([["x"], ["y"]])("B-001: %s", () => {});')).toEqual(["B-001: …"]);
    expect(titles("it(`B-001: of ${all.length} calls`, () => {});")).toEqual(["B-001: of … calls"]);
  });

  it.each([
    ["in a list", 'it.each([["B-001", 1], ["B-002", 2]] as const)("%s: %d", () => {});'],
    ["by name", 'it.each([{ id: "B-001", n: 1 }, { id: "B-002", n: 2 }])("$id: $n", () => {});'],
    ["in a constant", 'const all = [["B-001", 1], ["B-002", 2]]; it.each(all)("%s: %d", () => {});'],
  ])("are one for each case with an id of its own, %s", (_where, text) => {
    expect(titles(text)).toEqual(["B-001: 1", "B-002: 2"]);
  });
});

describe("the coverage", () => {
  const table = (...ids: string[]) =>
    requirementsIn("page", ids.map((id) => `| ${id} | Something that has to be. | contract |\n`).join(""));
  const test = (title: string) => ({ file: "tests/a.test.ts", around: [], title });
  const noPages = { coverage: "", open: "" };

  it("has a line for every title with an id, and open.md the requirements without one", () => {
    const result = coverageOf(table("B-001", "B-002"), [test("B-001: it works (T-01)"), test("no id")], noPages, true);
    expect(result.coverage).toContain("| B-001 | it works | `tests/a.test.ts` |");
    expect(result.coverage).not.toContain("no id");
    expect(result.open).toContain("## page\n\n- B-002\n");
    expect(result.problems).toEqual(["tests/a.test.ts: no row has the id T-01 of “B-001: it works (T-01)”"]);
  });

  it("refuses that a requirement loses its test, also where new ones are allowed", () => {
    const covered = coverageOf(table("B-001"), [test("B-001: it works")], noPages, true);
    expect(covered.problems).toEqual([]);
    expect(coverageOf(table("B-001"), [], covered, true).problems).toEqual([
      "B-001 has lost its test: no title has the id any more",
    ]);
  });

  it("accepts a new requirement without a test only on request", () => {
    const pages = coverageOf(table("B-001"), [], noPages, true);
    expect(pages.problems).toEqual([]);
    expect(coverageOf(table("B-001"), [], pages, false).problems).toEqual([]);
    expect(coverageOf(table("B-001", "B-002"), [], pages, false).problems).toEqual([
      "B-002 is new and has no test: write one, or add it to open.md with --new",
    ]);
  });

  it("reports an id that occurs twice", () => {
    expect(coverageOf(table("B-001", "B-001"), [], noPages, true).problems).toEqual(["B-001 is repeated in page"]);
  });
});
