/** Checks between the fields of a light app: how the editor keeps them in step with the fields, and how saves obey them. */
import { describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import { renameInFormula } from "#kit/formula-rename.ts";
import { checkRows, uniqueRows, withCheckRows, withUniqueRows } from "#features/lightapp/draft/checks.ts";
import { blankDraft, type Draft, type FieldTypeInfo } from "#features/lightapp/draft/draft.ts";
import { addField, removeField, renameField } from "#features/lightapp/draft/edit-draft.ts";
import { placeProblems } from "#features/lightapp/draft/problems.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { check, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

const typeInfo = (type: string): FieldTypeInfo => ({
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
});
/** A draft with the fields name, start, end and note. */
const withFields = () =>
  ["start", "end", "note"].reduce((draft, title) => addField(draft, typeInfo(title)).draft, blankDraft());
const withMore = (draft: Draft, more: object): Draft => ({ ...draft, definition: { ...draft.definition, ...more } });

describe("checks in the draft of a light app", () => {
  const compared = withCheckRows(withFields(), "compare", [{ field: "end", op: "gte", other: "start" }]);

  it("have the usual message in both languages, until it is written anew", () => {
    const [row] = checkRows(compared.definition, "compare");
    expect(row).toEqual({
      field: "end",
      op: "gte",
      other: "start",
      text: { zh: "“end”不能小于“start”", en: "end must be at least start" },
    });
    const changed = withCheckRows(compared, "compare", [{ ...row, op: "gt" }]);
    expect(checkRows(changed.definition, "compare")[0]!.text).toEqual({
      zh: "“end”须大于“start”",
      en: "end must be greater than start",
    });
    const written = { zh: "结束太早", en: "Too early" };
    const own = withCheckRows(compared, "compare", [{ ...row, text: written }]);
    const [ownRow] = checkRows(own.definition, "compare");
    expect(checkRows(withCheckRows(own, "compare", [{ ...ownRow, op: "ne" }]).definition, "compare")[0]!.text).toEqual(
      written,
    );
  });

  it("of all kinds stand in one list, and a rule is a field with its values", () => {
    const all = withCheckRows(
      withCheckRows(compared, "requireIf", [{ field: "note", ifField: "name", ifValue: "x||y" }]),
      "requireOne",
      [{ fields: ["start", "end"] }],
    );
    expect(all.definition.checks).toMatchObject([
      { kind: "compare", field: "end" },
      { kind: "requireOne", fields: ["start", "end"], text: { en: "Fill in at least one of these: start, end" } },
      { kind: "requireIf", field: "note", if: "name=x||y", text: { en: "Fill in note" } },
    ]);
    expect(checkRows(all.definition, "requireIf")).toMatchObject([{ field: "note", ifField: "name", ifValue: "x||y" }]);
    const places = placeProblems(all.definition, [
      { path: "checks.1.fields", text: "" },
      { path: "checks.2.if", text: "" },
    ]);
    expect(places.map(({ setting }) => setting)).toEqual(["requireOne", "requireIf"]);
  });

  it("unique rules of several fields stand apart from those of one", () => {
    const draft = withUniqueRows(withMore(withFields(), { unique: [["name"]] }), [{ fields: ["start", "end"] }]);
    expect(draft.definition.unique).toEqual([["name"], ["start", "end"]]);
    expect(uniqueRows(draft.definition)).toEqual([{ fields: ["start", "end"] }]);
    expect(removeField(draft, "end").definition.unique).toEqual([["name"]]);
    expect(placeProblems(draft.definition, [{ path: "unique.1.0", text: "" }])[0]!.setting).toBe("uniqueTogether");
  });

  it("follow a field that is renamed, as do conditions, actions, stamps and formulas, and are gone with it", () => {
    const rules = withMore(compared, {
      isFrozen: { or: [{ field: "end", op: "eq", value: "x" }] },
      stamps: { end: "start=a" },
      actions: [{ id: "close", kind: "request", set: { end: "x" }, whyNot: [{ when: { field: "end" } }] }],
    });
    const fields = rules.definition.fields.map((field) =>
      field.field === "note" ? { ...field, compute: 'if(end = "end", items.end, end & end)' } : field,
    );
    const renamed = renameField(withMore(rules, { fields }), "end", "until").definition;
    expect(renamed).toMatchObject({
      checks: [{ field: "until", other: "start" }],
      isFrozen: { or: [{ field: "until" }] },
      stamps: { until: "start=a" },
      actions: [{ set: { until: "x" }, whyNot: [{ when: { field: "until" } }] }],
    });
    expect(renamed.fields[3]!.compute).toBe('if(until = "end", items.end, until & until)');
    expect(removeField(compared, "start").definition).not.toHaveProperty("checks");
    const one = withCheckRows(withFields(), "requireOne", [{ fields: ["start", "end"] }]);
    expect(removeField(one, "end").definition.checks).toMatchObject([{ fields: ["start"] }]);
  });

  it("a renamed province or city is still the one that limits the choice of cities and counties", () => {
    const places = ["province", "city", "county"].map((type) => draftField(type, type));
    const { definition } = renameField(
      renameField(withMore(withFields(), { fields: places }), "province", "region"),
      "city",
      "town",
    );
    expect(definition.fields).toMatchObject([
      { field: "region" },
      { field: "town", province: "region" },
      { field: "county", city: "town" },
    ]);
  });

  it.each([
    ["a + aa", "b + aa"],
    ["sum(a.a)", "sum(b.a)"],
    ["a(1)", "a(1)"],
    ["round( a , 2)", "round( b , 2)"],
  ])("the formula %s is %s when a is called b", (formula, expected) => {
    expect(renameInFormula(formula, "a", "b")).toBe(expected);
  });
});

describe("a light app with checks", () => {
  const fields = [
    draftField("title"),
    draftField("state", "dropdownlist", { options: ["draft", "signed"].map((key) => ({ key, name: sameText(key) })) }),
    draftField("signedOn", "date"),
    draftField("start", "date"),
    draftField("end", "date"),
  ];
  const checks = [
    { kind: "compare", field: "end", op: "gte", other: "start", text: sameText("The end is too early") },
    { kind: "requireIf", field: "signedOn", if: "state=signed", text: sameText("When was it signed?") },
    { kind: "requireOne", fields: ["start", "end"], text: sameText("Say when") },
  ];
  const add = (api: Client, values: object) =>
    api.send("POST Api/{type}/QueryAdd", { type: "agreement", title: "A", ...values } as never);

  it("refuses records that break one, at its field, whoever saves them", async () => {
    const api = client(server, await newSpaceOwner(server));
    await publishLightApp(api, "agreement", draftDefinition(fields, { checks, unique: [["title", "start"]] }));
    const problemsOf = async (values: object) => {
      const { status, body } = await add(api, values);
      return [status, (body as { errors?: object; fields?: object }).errors ?? (body as { fields?: object }).fields];
    };
    expect(await problemsOf({})).toEqual([422, { start: "Say when" }]);
    expect(await problemsOf({ start: "2026-02-01", end: "2026-01-01" })).toEqual([
      422,
      { end: "The end is too early" },
    ]);
    expect(await problemsOf({ start: "2026-02-01", state: "signed" })).toEqual([
      422,
      { signedOn: "When was it signed?" },
    ]);
    const added = await add(api, { start: "2026-02-01", state: "signed", signedOn: "2026-01-01" });
    expect(added.status, added.text).toBe(200);
    expect((await add(api, { start: "2026-02-01" })).status).toBe(409);
    expect((await add(api, { start: "2026-02-02" })).status).toBe(200);
  });

  it("finds records by a field of the search form, whether the definition calls it searchable or not", async () => {
    const api = client(server, await newSpaceOwner(server));
    const title = draftField("title", "textbox", { search: "contains" });
    await publishLightApp(api, "agreement", draftDefinition([title]));
    for (const name of ["Lease of a car", "Sale"])
      await api.call("POST Api/{type}/QueryAdd", { type: "agreement", title: name } as never);
    const found = await api.send("POST paas/table/search", {
      paraModel: { url: "/paas/agreement/list", fields: { title: "lease" } },
    });
    expect(found.status, found.text).toBe(200);
    expect((contentOf(found) as { result: TableResult }).result.rows).toMatchObject([{ title: "Lease of a car" }]);
  });

  it("is not published with a check of a field that does not exist, or without its rule", async () => {
    const api = client(server, await newSpaceOwner(server));
    const wrong = [
      { kind: "requireIf", field: "signedOn", if: "nothing=signed", text: sameText("x") },
      { kind: "requireIf", field: "gone", if: "state=signed", text: sameText("x") },
      { kind: "requireIf", field: "signedOn", if: "signed", text: sameText("x") },
    ];
    const { problems } = await check(api, "agreement", draftDefinition(fields, { checks: wrong }));
    expect(problems.map(({ path }) => path).toSorted()).toEqual(["checks.0.1", "checks.1.0", "checks.2.1"]);
  });
});
