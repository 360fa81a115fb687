/** The check of values: problems are listed by path, at any depth, the same on the server and in the browser. */
import { describe, expect, it } from "vitest";
import { checkField, checkFields } from "#kit/check-fields.ts";
import { type Fields, localizeFields } from "#kit/field.ts";
import { carryProblems, noProblems, problemsAt, replaceAt } from "#kit/problem-path.ts";
import { fieldTypeOf as onServer } from "#records/registry/field-types.server.ts";
import { fieldTypeOf as inBrowser } from "#render/field-types.ts";
import type { LocalizedField } from "#kit/field.ts";

const text = (name: string) => ({ zh: name, en: name });
const fields: Fields = {
  title: { type: "textbox", name: text("Title"), localized: true, required: true, max: 5 },
  link: { type: "url", name: text("Link"), if: "title=x", required: true },
  columns: {
    type: "table",
    name: text("Columns"),
    max: 2,
    fields: {
      name: { type: "textbox", name: text("Name"), required: true, max: 5 },
      links: {
        type: "table",
        name: text("Links"),
        fields: {
          label: { type: "textbox", name: text("Label"), localized: true, required: true },
          url: { type: "url", name: text("URL") },
        },
      },
    },
  },
};

type Values = Record<string, unknown>;
const ofServer = (values: Values, isDraft = false) =>
  checkFields(fields, values, values, { typeOf: onServer, isDraft });
const ofBrowser = (values: Values, isDraft = false) =>
  checkFields<LocalizedField>(localizeFields(fields, "en", inBrowser), values, values, { typeOf: inBrowser, isDraft });

const faulty = {
  title: { en: "too long" },
  columns: [
    {
      name: "a",
      links: [
        { label: { en: "b" }, url: "javascript:alert(1)" },
        { label: { zh: " " }, colour: "red" },
      ],
    },
    { name: "too long" },
  ],
};

describe.each([
  ["on the server", ofServer],
  ["in the browser", ofBrowser],
])("%s", (_where, check) => {
  it("names every cell at fault by its path; a language is no part of it", () => {
    expect(Object.keys(check(faulty))).toEqual([
      "title",
      "columns.0.links.0.url",
      "columns.0.links.1.label",
      "columns.0.links.1.colour",
      "columns.1.name",
    ]);
  });

  it("takes each message from the type of the field", () => {
    expect(check(faulty)).toMatchObject({
      title: { en: "Up to 5 characters" },
      "columns.0.links.0.url": { zh: expect.stringMatching(/https/) },
      "columns.0.links.1.label": { en: "Label is required" },
      "columns.0.links.1.colour": { en: "Field not found" },
    });
  });

  it("checks no cells of invalid rows, or of too many", () => {
    const rows = (columns: unknown) => Object.keys(check({ title: { en: "x" }, columns }));
    expect(rows(["a"])).toEqual(["columns"]);
    expect(rows([{}, {}, {}])).toEqual(["columns"]);
    expect(rows("a")).toEqual(["columns"]);
    expect(rows([{ name: "a" }])).toEqual([]);
  });

  it("requires nothing in a draft, but refuses invalid values", () => {
    expect(check({ columns: [{}] }, true)).toEqual({});
    expect(Object.keys(check({ columns: [{}] }))).toEqual(["title", "columns.0.name"]);
    expect(Object.keys(check(faulty, true))).not.toContain("columns.0.links.1.label");
    expect(Object.keys(check(faulty, true))).toContain("columns.1.name");
  });

  it("names such as __proto__ are ordinary fields", () => {
    const values = JSON.parse('{"title":{"en":"x"},"__proto__":1,"constructor":2}') as Values;
    expect(Object.keys(check(values)).toSorted()).toEqual(["__proto__", "constructor"]);
  });
});

it("a value that is checked by itself has its own problem at the empty path", () => {
  const check = { typeOf: onServer };
  expect(checkField(fields.title!, null, {}, check)).toEqual({
    "": { zh: expect.any(String), en: "Title is required" },
  });
  expect(checkField(fields.title!, "x", {}, check)).toEqual({
    "": expect.objectContaining({ en: expect.any(String) }),
  });
  expect(Object.keys(checkField(fields.columns!, [{ name: "a" }, {}], {}, check))).toEqual(["1.name"]);
  expect(checkField(fields.columns!, [], {}, check)).toEqual({});
});

describe("what was found", () => {
  const found = { "": "whole", "1.name": "name", "1.links.0.url": "url", "10.name": "tenth" };

  it("has paths relative to the part that is shown", () => {
    expect(problemsAt(found, "1")).toEqual({ name: "name", "links.0.url": "url" });
    expect(problemsAt(found, "1.name")).toEqual({ "": "name" });
    expect(problemsAt(found, "0")).toBe(noProblems);
  });

  it("is replaced at one path and nowhere else", () => {
    const others = { "0.name": "new", "1.links.2.url": "other" };
    expect(replaceAt(found, "1.links", others)).toEqual({
      "": "whole",
      "1.name": "name",
      "1.links.2.url": "other",
      "10.name": "tenth",
    });
  });

  it("moves along with its row, and goes with the cell that changes", () => {
    const rows = [{ name: "a" }, { name: "b", links: [] }, { name: "c" }];
    const kept = { "1.name": "name", "1.links.0.url": "url" };
    expect(carryProblems(kept, rows, [rows[1], rows[0], rows[2]])).toEqual({
      "0.name": "name",
      "0.links.0.url": "url",
    });
    expect(carryProblems(kept, rows, rows.toSpliced(1, 1))).toEqual({});
    expect(carryProblems(kept, rows, rows.with(1, { ...rows[1]!, name: "d" }))).toEqual({ "1.links.0.url": "url" });
    expect(carryProblems(kept, rows, rows.with(0, { name: "d" }))).toEqual(kept);
    expect(carryProblems({ "": "whole" }, rows, [...rows])).toEqual({});
    expect(carryProblems({ "": "short" }, "a", "ab")).toEqual({});
  });
});
