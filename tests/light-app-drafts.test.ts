/** Edits of the draft of a light app: every step leaves a draft in which all names lead to a field. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blankDraft,
  type Draft,
  draftOf,
  type FieldTypeInfo,
  readDefinition,
  valuesOf,
} from "#features/lightapp/draft/draft.ts";
import {
  addField,
  addGroup,
  changeType,
  duplicateField,
  moveColumn,
  moveField,
  moveGroup,
  nameFromWords,
  placeOf,
  removeField,
  removeGroup,
  renameField,
  sectionsOf,
  setMembership,
  setOptions,
  stepField,
} from "#features/lightapp/draft/edit-draft.ts";
import { placeProblems, problemsOf } from "#features/lightapp/draft/problems.ts";

const typeInfo = (type: string, more: Partial<FieldTypeInfo> = {}): FieldTypeInfo => ({
  type,
  title: { zh: type, en: type },
  group: "text",
  settings: {},
  operators: ["eq"],
  isText: true,
  isStored: true,
  isInput: true,
  hasFields: false,
  isForSubFields: true,
  ...more,
});
const textbox = typeInfo("textbox", { settings: { max: {} as never } });
const dropdown = typeInfo("dropdownlist", { settings: { options: {} as never }, isText: false });

const names = ({ definition }: Draft) => definition.fields.map(({ field }) => field);
/** A draft with the fields name, a, b and c. */
const withFields = () => ["a", "b", "c"].reduce((draft, title) => addField(draft, typeInfo(title)).draft, blankDraft());
const groupNames = [
  { zh: "一", en: "One" },
  { zh: "二", en: "Two" },
] as const;

/** The names in a definition that lead to no field, and the fields that are in the form twice or not at all. */
function strayNames({ definition }: Draft): string[] {
  const { fields, groups, list, searchable = [], unique = [], titleField } = definition;
  const known = new Set(fields.map(({ field }) => field));
  const inForm = sectionsOf(definition).flatMap((section) => section.fields.map(({ field }) => field));
  const rules = fields.flatMap((field) => (field.if === undefined ? [] : [String(field.if).split("=")[0]!]));
  const used = [...groups.flatMap((group) => group.fields), ...list.columns, ...searchable, ...unique.flat(), ...rules];
  const title = fields.length === 0 ? [] : [titleField];
  const twice = inForm.filter((name, index) => inForm.indexOf(name) !== index);
  const missing = [...known].filter((name) => !inForm.includes(name));
  return [...[...used, ...title].filter((name) => !known.has(name)), ...twice, ...missing];
}

describe("edits of fields", () => {
  it("a new field comes after the chosen one, becomes a column there, and has a name that is free", () => {
    const draft = addField(addField(blankDraft(), textbox, "name").draft, textbox, "name").draft;
    expect(names(draft)).toEqual(["name", "textbox2", "textbox"]);
    expect(draft.definition.list.columns).toEqual(["name", "textbox2", "textbox"]);
  });

  it("a choice begins with two options, and a type that is changed keeps only the options of both", () => {
    const { draft, field } = addField(blankDraft(), dropdown);
    expect(draft.definition.fields[1]!.options).toHaveLength(2);
    const required = setOptions(draft, field, { required: true, value: "option1" });
    expect(changeType(required, field, textbox).definition.fields[1]).toEqual({
      field,
      type: "textbox",
      name: { zh: "dropdownlist", en: "dropdownlist" },
      required: true,
    });
  });

  it("empty options are left out", () => {
    const draft = setOptions(blankDraft(), "name", {
      required: false,
      max: null,
      helpBlock: { zh: "", en: "" },
      if: "",
    });
    expect(Object.keys(draft.definition.fields[0]!).toSorted()).toEqual(["field", "name", "type"]);
  });

  it("a field steps over the border of its group, and stops at both ends", () => {
    const draft = addGroup(withFields(), groupNames);
    const down = stepField(draft, "c", 1);
    expect(down.definition.groups.map(({ fields }) => fields)).toEqual([["name", "a", "b"], ["c"]]);
    expect(stepField(down, "c", 1)).toBe(down);
    expect(stepField(down, "c", -1).definition.groups[0]!.fields).toEqual(["name", "a", "b", "c"]);
    expect(stepField(draft, "name", -1)).toBe(draft);
  });

  it("a column moves to another place, and stays where there is no such column or place", () => {
    const draft = withFields();
    const columns = ({ definition }: Draft) => definition.list.columns;
    expect(columns(moveColumn(draft, "c", 0))).toEqual(["c", "name", "a", "b"]);
    expect(columns(moveColumn(draft, "name", 2))).toEqual(["a", "b", "name", "c"]);
    for (const [column, to] of [
      ["other", 0],
      ["a", 1],
      ["a", -1],
      ["a", 4],
    ] as const)
      expect(moveColumn(draft, column, to)).toBe(draft);
  });

  it("a group that is removed leaves its fields in the form", () => {
    const draft = moveField(addGroup(withFields(), groupNames), "b", { section: 1, index: 0 });
    expect(removeGroup(draft, 0).definition.groups).toEqual([{ name: groupNames[1], fields: ["name", "a", "c", "b"] }]);
    expect(removeGroup(removeGroup(draft, 1), 0).definition.groups).toEqual([]);
    expect(moveGroup(draft, 0, 1).definition.groups.map(({ name }) => name.en)).toEqual(["Two", "One"]);
  });

  it("a field that is renamed or removed is so everywhere", () => {
    const ruled = setOptions(withFields(), "b", { if: "a=1||2" });
    const full = setMembership(setMembership(ruled, "a", "unique", true), "a", "searchable", true);
    const renamed = renameField({ ...full, definition: { ...full.definition, titleField: "a" } }, "a", "z");
    expect([names(renamed), renamed.definition.titleField]).toEqual([["name", "z", "b", "c"], "z"]);
    expect(renamed.definition.fields[2]!.if).toBe("z=1||2");
    const removed = removeField(renamed, "z");
    expect(removed.definition).toMatchObject({ titleField: "name", unique: [], searchable: ["name"] });
    expect(removed.definition.fields[1]).not.toHaveProperty("if");
  });

  it("no sequence of edits leaves a name without a field, or a field out of the list", () => {
    const index = fc.nat(12);
    const step = fc.tuple(fc.nat(9), index, index, index);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let draft = addGroup(withFields(), groupNames);
        for (const [kind, a, b, c] of steps) {
          const { fields, groups } = draft.definition;
          const name = fields[a % Math.max(1, fields.length)]?.field ?? "";
          const count = fields.length;
          if (kind === 0) draft = addField(draft, textbox, name).draft;
          else if (kind === 1) draft = duplicateField(draft, name).draft;
          else if (kind === 2) draft = removeField(draft, name);
          else if (kind === 3)
            draft = moveField(draft, name, { section: b % sectionsOf(draft.definition).length, index: c });
          else if (kind === 4) draft = stepField(draft, name, b % 2 === 0 ? 1 : -1);
          else if (kind === 5) draft = addGroup(draft, groupNames);
          else if (kind === 6) draft = removeGroup(draft, b % Math.max(1, groups.length));
          else if (kind === 7) draft = moveGroup(draft, b % Math.max(1, groups.length), c % 2 === 0 ? 1 : -1);
          else if (kind === 8)
            draft = setMembership(draft, name, (["column", "searchable", "unique"] as const)[b % 3]!, c % 2 === 0);
          else if (name !== "") draft = setOptions(draft, name, { if: `${fields[b % count]!.field}=1` });
          if (![0, 1, 2].includes(kind)) expect(draft.definition.fields).toHaveLength(count);
          expect(strayNames(draft)).toEqual([]);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});

describe("a draft as text", () => {
  it("comes back as it was, with properties that the editor does not know", () => {
    const definition = { ...blankDraft().definition, whyNotDelete: [{ when: {}, text: {} }], isStepwise: true };
    const text = JSON.stringify(definition, null, 2);
    expect(valuesOf(draftOf({ name: { zh: " 客户 " }, tableName: "customer", definition: text }))).toEqual({
      name: { zh: "客户" },
      tableName: "customer",
      definition: text,
    });
  });

  it.each(["", "{", "[]", "{}", '{"fields":{}}', '{"fields":[1]}', '{"fields":[{"field":"a"}]}'])(
    "%j is no definition, and stays as it is",
    (text) => {
      expect(readDefinition(text)).toBeUndefined();
      expect(valuesOf(draftOf({ definition: text })).definition).toBe(text);
    },
  );

  it.each([
    ["Start date", "startDate"],
    ["  2nd E-mail address ", "ndEMailAddress"],
    ["Café", "cafe"],
    ["名称", ""],
  ])("%j becomes the name %j", (words, name) => {
    expect(nameFromWords(words)).toBe(name);
  });
});

describe("problems", () => {
  const draft = setMembership(withFields(), "a", "unique", true);
  const problemsAt = (...paths: string[]) =>
    placeProblems(
      draft.definition,
      paths.map((path) => ({ path, text: path })),
    );

  it.each([
    ["fields.1.max", { kind: "field", field: "a" }, "max"],
    ["fields.1.if", { kind: "field", field: "a" }, "ifField"],
    ["fields.9.max", { kind: "app" }, ""],
    ["unique.0.0", { kind: "field", field: "a" }, "unique"],
    ["searchable.0", { kind: "field", field: "name" }, "searchable"],
    ["list.columns.1", { kind: "field", field: "a" }, "isColumn"],
    ["list.sort.field", { kind: "app" }, "sortField"],
    ["groups.2.name.en", { kind: "group", index: 2 }, "name"],
    ["access.read", { kind: "app" }, "read"],
    ["tableName", { kind: "app" }, "tableName"],
    ["name.en", { kind: "app" }, "name"],
  ])("%s stands at %j, at the control %j", (path, selection, setting) => {
    expect(problemsAt(path)).toEqual([{ path, text: path, selection, setting }]);
  });

  it("are shown with what is chosen, the first for each control", () => {
    const found = problemsAt("fields.1.max", "fields.1.max.more", "fields.2.max");
    expect(problemsOf(found, { kind: "field", field: "a" })).toEqual({ max: "fields.1.max" });
  });

  it("a place is found in its section", () => {
    expect(placeOf(addGroup(withFields(), groupNames).definition, "b")).toEqual({ section: 0, index: 2 });
    expect(placeOf(draft.definition, "missing")).toBeUndefined();
  });
});
