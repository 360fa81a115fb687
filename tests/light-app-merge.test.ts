/** Drafts of a light app that two people have changed: what one of them changed is kept, and what both changed differently is a conflict. */
import { describe, expect, it } from "vitest";
import { type Draft, type DraftDefinition, type DraftField, readDefinition } from "#features/lightapp/draft/draft.ts";
import { moveColumn, moveField, removeField, setMembership, setOptions } from "#features/lightapp/draft/edit-draft.ts";
import { mergeDrafts } from "#features/lightapp/draft/merge-drafts.ts";

const field = (name: string): DraftField => ({ field: name, type: "textbox", name: { zh: name, en: name } });
const groups = [
  { name: { zh: "一", en: "One" }, fields: ["a", "b"] },
  { name: { zh: "二", en: "Two" }, fields: ["c"] },
];
const definition: DraftDefinition = {
  ...readDefinition('{"fields":[]}')!,
  fields: ["a", "b", "c"].map(field),
  titleField: "a",
  groups,
  list: { columns: ["a", "b", "c"], sort: { field: "createdAt", direction: "desc" } },
  searchable: ["a"],
};
const base: Draft = { name: { zh: "甲", en: "A" }, tableName: "app", definition };
const withDefinition = (changes: Partial<DraftDefinition>): Draft => ({
  ...base,
  definition: { ...definition, ...changes },
});
/** A draft with one more field, in the group and column after another one. */
const withField = (name: string, after: string) => {
  const insert = (names: readonly string[]) => names.flatMap((one) => (one === after ? [one, name] : [one]));
  return withDefinition({
    fields: insert(definition.fields.map((one) => one.field)).map(field),
    groups: groups.map((group) => ({ ...group, fields: insert(group.fields) })),
    list: { ...definition.list, columns: insert(definition.list.columns) },
  });
};
const merge = (mine: Draft, theirs: Draft, accepted: readonly string[] = []) =>
  mergeDrafts({ base, mine, theirs }, new Set(accepted))!;
const namesIn = ({ definition: { fields } }: Draft) => fields.map((one) => one.field);

describe("changes of two people that do not touch each other", () => {
  it("of the same field are both kept", () => {
    const merged = merge(setOptions(base, "a", { required: true }), setOptions(base, "a", { max: 20 }));
    expect(merged.conflicts).toEqual([]);
    expect(merged.draft.definition.fields[0]).toEqual({ ...field("a"), required: true, max: 20 });
  });

  it("of names, access, and the order of the list are all kept", () => {
    const mine = { ...withDefinition({ access: { ...definition.access, read: "administrator" } }), tableName: "other" };
    const theirs = { ...moveColumn(base, "c", 0), name: { zh: "乙", en: "B" } };
    const { draft, conflicts } = merge(mine, theirs);
    expect(conflicts).toEqual([]);
    expect([draft.tableName, draft.name.en]).toEqual(["other", "B"]);
    expect(draft.definition.access).toEqual({ ...definition.access, read: "administrator" });
    expect(draft.definition.list.columns).toEqual(["c", "a", "b"]);
  });

  it("leave the fields that each of them adds in their groups and columns", () => {
    const { draft, conflicts } = merge(withField("mine", "a"), withField("theirs", "c"));
    expect(conflicts).toEqual([]);
    expect(namesIn(draft)).toEqual(["a", "mine", "b", "c", "theirs"]);
    expect(draft.definition.groups.map(({ fields }) => fields)).toEqual([
      ["a", "mine", "b"],
      ["c", "theirs"],
    ]);
    expect(draft.definition.list.columns).toEqual(["a", "mine", "b", "c", "theirs"]);
  });

  it("remove a field that one of them removes, and its name from all lists", () => {
    const theirs = setMembership(setMembership(base, "b", "searchable", true), "b", "unique", true);
    const { draft, conflicts } = merge(removeField(base, "b"), theirs);
    expect(conflicts).toEqual([]);
    expect(namesIn(draft)).toEqual(["a", "c"]);
    expect(draft.definition).toMatchObject({ searchable: ["a"], list: { columns: ["a", "c"] } });
    expect(draft.definition.unique).toBeUndefined();
  });
});

describe("changes of two people that differ", () => {
  it("are conflicts by setting, mine unless the other one is accepted", () => {
    const mine = setOptions(base, "a", { max: 10, required: true });
    const theirs = { ...setOptions(base, "a", { max: 20 }), name: { zh: "乙", en: "B" } };
    const conflict = { key: "fields.a.max", field: "a", setting: "max", mine: 10, theirs: 20 };
    expect(merge(mine, theirs).conflicts).toEqual([conflict]);
    expect(merge(mine, theirs).draft.definition.fields[0]).toEqual({ ...field("a"), max: 10, required: true });
    expect(merge(mine, theirs, ["fields.a.max"]).draft).toMatchObject({
      name: { en: "B" },
      definition: { fields: [{ max: 20, required: true }, {}, {}] },
    });
  });

  it("ask about a whole field that one of them removed and the other changed", () => {
    const mine = removeField(base, "b");
    const theirs = setOptions(base, "b", { required: true });
    expect(merge(mine, theirs).conflicts).toMatchObject([{ key: "fields.b", field: "b", mine: undefined }]);
    expect(namesIn(merge(mine, theirs).draft)).toEqual(["a", "c"]);
    const kept = merge(mine, theirs, ["fields.b"]).draft;
    expect(namesIn(kept)).toEqual(["a", "b", "c"]);
    expect(kept.definition.groups[0]!.fields).toEqual(["a", "b"]);
  });

  it("ask about the groups only if both arranged the fields of both differently", () => {
    const mine = moveField(base, "b", { section: 1, index: 0 });
    const theirs = moveField(base, "c", { section: 0, index: 0 });
    expect(merge(mine, theirs).conflicts.map(({ key }) => key)).toEqual(["app.groups"]);
    const places = (accepted: string[]) =>
      merge(mine, theirs, accepted).draft.definition.groups.map(({ fields }) => fields);
    expect(places([])).toEqual([["a"], ["b", "c"]]);
    expect(places(["app.groups"])).toEqual([["c", "a", "b"], []]);
    expect(merge(mine, withField("theirs", "c")).conflicts).toEqual([]);
  });

  it("are conflicts wherever they differ, if nobody knows what was there before", () => {
    const mine = setOptions(base, "a", { max: 10 });
    const theirs = setOptions(removeField(base, "c"), "a", { required: true });
    const { conflicts } = mergeDrafts({ base: undefined, mine, theirs })!;
    expect(conflicts.map(({ key }) => key)).toEqual(["fields.a.max", "fields.a.required", "fields.c"]);
  });
});

it("a text that is no definition is not merged", () => {
  expect(mergeDrafts({ base, mine: { ...base, json: "{" }, theirs: base })).toBeUndefined();
});
