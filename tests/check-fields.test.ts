/** The validation of values: problems by path, at any depth, the same on the server and in the browser. */
import { describe, expect, it } from "vitest";
import { checkField, checkFields } from "#kit/check-fields.ts";
import { type Fields, localizeFields } from "#kit/field.ts";
import { carryProblems, noProblems, problemsAt, replaceAt } from "#kit/problem-path.ts";
import { fieldTypeOf as onServer } from "#records/registry/field-types.server.ts";
import { fieldTypeOf as inBrowser } from "#render/field-types.ts";
import "#render/usual-field-types.ts";
import type { LocalizedField } from "#kit/field.ts";

const sameText = (name: string) => ({ zh: name, en: name });
const fields: Fields = {
  title: { type: "textbox", name: sameText("Title"), localized: true, required: true, max: 5 },
  link: { type: "url", name: sameText("Link"), if: "title=x", required: true },
  columns: {
    type: "table",
    name: sameText("Columns"),
    max: 2,
    fields: {
      name: { type: "textbox", name: sameText("Name"), required: true, max: 5 },
      links: {
        type: "table",
        name: sameText("Links"),
        fields: {
          label: { type: "textbox", name: sameText("Label"), localized: true, required: true },
          url: { type: "url", name: sameText("URL") },
        },
      },
    },
  },
};

type Values = Record<string, unknown>;
const checkOnServer = (values: Values, isDraft = false) =>
  checkFields(fields, values, values, { typeOf: onServer, isDraft });
const checkInBrowser = (values: Values, isDraft = false) =>
  checkFields<LocalizedField>(localizeFields(fields, "en", inBrowser), values, values, { typeOf: inBrowser, isDraft });

const invalidValues = {
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
  ["on the server", checkOnServer],
  ["in the browser", checkInBrowser],
])("%s", (_where, check) => {
  it("lists every invalid cell by its path, which contains no language", () => {
    expect(Object.keys(check(invalidValues))).toEqual([
      "title",
      "columns.0.links.0.url",
      "columns.0.links.1.label",
      "columns.0.links.1.colour",
      "columns.1.name",
    ]);
  });

  it("takes each message from the type of the field", () => {
    expect(check(invalidValues)).toMatchObject({
      title: { en: "Up to 5 characters" },
      "columns.0.links.0.url": { zh: expect.stringMatching(/https/) },
      "columns.0.links.1.label": { en: "Label is required" },
      "columns.0.links.1.colour": { en: "Field not found" },
    });
  });

  it("does not check cells of invalid rows or of too many rows", () => {
    const rows = (columns: unknown) => Object.keys(check({ title: { en: "x" }, columns }));
    expect(rows(["a"])).toEqual(["columns"]);
    expect(rows([{}, {}, {}])).toEqual(["columns"]);
    expect(rows("a")).toEqual(["columns"]);
    expect(rows([{ name: "a" }])).toEqual([]);
  });

  it("requires no values in a draft, but refuses invalid ones", () => {
    expect(check({ columns: [{}] }, true)).toEqual({});
    expect(Object.keys(check({ columns: [{}] }))).toEqual(["title", "columns.0.name"]);
    expect(Object.keys(check(invalidValues, true))).not.toContain("columns.0.links.1.label");
    expect(Object.keys(check(invalidValues, true))).toContain("columns.1.name");
  });

  it("treats names such as __proto__ as ordinary fields", () => {
    const values = JSON.parse('{"title":{"en":"x"},"__proto__":1,"constructor":2}') as Values;
    expect(Object.keys(check(values)).toSorted()).toEqual(["__proto__", "constructor"]);
  });
});

it("a single field has its own problem at the empty path", () => {
  const options = { typeOf: onServer };
  expect(checkField(fields.title!, null, {}, options)).toEqual({
    "": { zh: expect.any(String), en: "Title is required" },
  });
  expect(checkField(fields.title!, "x", {}, options)).toEqual({
    "": expect.objectContaining({ en: expect.any(String) }),
  });
  expect(Object.keys(checkField(fields.columns!, [{ name: "a" }, {}], {}, options))).toEqual(["1.name"]);
  expect(checkField(fields.columns!, [], {}, options)).toEqual({});
});

describe("the problems of a form", () => {
  const allProblems = { "": "whole", "1.name": "name", "1.links.0.url": "url", "10.name": "tenth" };

  it("have paths relative to a part of the form", () => {
    expect(problemsAt(allProblems, "1")).toEqual({ name: "name", "links.0.url": "url" });
    expect(problemsAt(allProblems, "1.name")).toEqual({ "": "name" });
    expect(problemsAt(allProblems, "0")).toBe(noProblems);
  });

  it("are replaced at one path only", () => {
    const newProblems = { "0.name": "new", "1.links.2.url": "other" };
    expect(replaceAt(allProblems, "1.links", newProblems)).toEqual({
      "": "whole",
      "1.name": "name",
      "1.links.2.url": "other",
      "10.name": "tenth",
    });
  });

  it("move with their row and disappear with a changed cell", () => {
    const rows = [{ name: "a" }, { name: "b", links: [] }, { name: "c" }];
    const problems = { "1.name": "name", "1.links.0.url": "url" };
    expect(carryProblems(problems, rows, [rows[1], rows[0], rows[2]])).toEqual({
      "0.name": "name",
      "0.links.0.url": "url",
    });
    expect(carryProblems(problems, rows, rows.toSpliced(1, 1))).toEqual({});
    expect(carryProblems(problems, rows, rows.with(1, { ...rows[1]!, name: "d" }))).toEqual({ "1.links.0.url": "url" });
    expect(carryProblems(problems, rows, rows.with(0, { name: "d" }))).toEqual(problems);
    expect(carryProblems({ "": "whole" }, rows, [...rows])).toEqual({});
    expect(carryProblems({ "": "short" }, "a", "ab")).toEqual({});
  });
});
