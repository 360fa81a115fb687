/** A form in the browser and its save on the server: of the same values both show the same fields and find the same problems. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFields } from "#kit/check-fields.ts";
import { isCyclic, showsIn } from "#kit/condition.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, type Fields, isEmpty, localizeField } from "#kit/field.ts";
import { changedFrom } from "#records/change/patch.server.ts";
import { normalizeValues, saveValues } from "#records/change/write.server.ts";
import { formFieldsFor } from "#records/describe/form-fields.server.ts";
import { fieldTypeOf as onServer } from "#records/registry/field-types.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { typesToLoad } from "#render/field-types.ts";
import { computeOf, toFormField } from "#render/form/auto-fields.ts";
import { createFormStore } from "#render/form/form-store.ts";

const text = (name: string) => ({ zh: name, en: name });

/** Fields of a form by type: their options, and values of which some are wrong. */
const kinds: { field: object; values: unknown[] }[] = [
  { field: { type: "textbox", max: 4 }, values: [null, "", " ", "a", "A ", "b", "too long"] },
  {
    field: { type: "textbox", max: 4, localized: true },
    values: [null, {}, { zh: "a" }, { en: " " }, { zh: "a", en: "too long" }],
  },
  { field: { type: "number", max: 9 }, values: [null, 0, 1, 9, 10, 1.5] },
  { field: { type: "switch" }, values: [null, true, false] },
  {
    field: { type: "dropdownlist", options: ["a", "b"].map((key) => ({ key, name: text(key) })) },
    values: [null, "a", "b", "none"],
  },
  { field: { type: "url" }, values: [null, "https://example.com", "javascript:a"] },
  { field: { type: "email" }, values: [null, "A@Example.com", "ａ@example.com", "a@example.com", "none"] },
  { field: { type: "tags" }, values: [null, [], ["a"], ["b", "a"]] },
  {
    field: {
      type: "table",
      max: 2,
      fields: {
        price: { type: "number", name: text("Price"), max: 9, required: true },
        note: { type: "textbox", name: text("Note"), max: 3, required: true, if: "price=1||2" },
      },
    },
    values: [null, [], [{ price: 1 }], [{ price: 1, note: "a" }, { price: 12 }], [{}, {}, {}]],
  },
];
const names = ["a", "b", "c", "d", "e", "f"] as const;
const formulas = [
  "a + b * 2",
  "round(a / 3, 2)",
  "a & '-' & c",
  "sum(b.price)",
  "if(a = 1, b, c)",
  "max(a, b, c) > 1",
  "b",
  "length(a & b) - 2",
];

const rule = fc
  .record({
    field: fc.constantFrom(...names, "elsewhere", "nowhere"),
    values: fc.subarray(["a", "1", "true", "", "b"], { minLength: 1 }),
  })
  .map(({ field, values }) => `${field}=${values.join("||")}`);
const field = fc
  .record(
    {
      kind: fc.constantFrom(...kinds),
      required: fc.boolean(),
      if: rule,
      onHidden: fc.constantFrom("keep" as const, "clear" as const),
      isReadOnly: fc.boolean(),
      compute: fc.constantFrom(...formulas),
    },
    { requiredKeys: ["kind"] },
  )
  .map(({ kind, compute, isReadOnly, required, ...more }) => ({
    values: kind.values,
    config: {
      ...kind.field,
      ...more,
      name: text("Name"),
      ...(compute !== undefined && !("localized" in kind.field)
        ? { compute, ...(required === undefined ? {} : { required }) }
        : // What the program alone fills in is not asked of people.
          isReadOnly === true
          ? { readOnly: true }
          : { required: required === true }),
    } as unknown as FieldConfig,
  }));

const scenario = fc.record({
  fields: fc.array(field, { minLength: 2, maxLength: names.length }),
  isNew: fc.boolean(),
  start: fc.array(fc.nat(20), { minLength: names.length, maxLength: names.length }),
  edits: fc.array(fc.tuple(fc.nat(names.length - 1), fc.nat(20)), { maxLength: 12 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

function play({ fields: all, isNew, start, edits }: Scenario) {
  const drawn = Object.fromEntries(all.map(({ config }, at) => [names[at]!, config]));
  // Rules that lead back to themselves stand in no definition.
  const own = Object.entries(drawn).map(([name, config]): [string, FieldConfig] => {
    const { if: _circle, ...plain } = config;
    return [name, isCyclic(name, drawn) ? (plain as FieldConfig) : config];
  });
  const fields = Object.fromEntries([
    ...own,
    ["elsewhere", { type: "textbox", name: text("Elsewhere"), value: "a" }],
  ]) as Fields;
  const valueAt = (at: number, n: number) => {
    const { values } = all[at]!;
    return values[n % values.length];
  };
  const typed = Object.fromEntries([...own.map(([name], at) => [name, valueAt(at, start[at]!)]), ["elsewhere", "a"]]);
  const entity = {
    type: "thing",
    fields,
    groups: [{ name: text("All"), fields: own.map(([name]) => name) }],
    titleField: "a",
    list: { columns: [], sort: { field: "createdAt", direction: "asc" } },
  } as unknown as EntityDefinition;
  const row = isNew
    ? null
    : ({ id: "1", version: 1, createdAt: "", updatedAt: "", ...normalizeValues(entity, typed) } as AnyRow);

  // The browser.
  const { fieldsOf, values } = formFieldsFor(entity, programView(entity).readable, row);
  const columns = fieldsOf(own.map(([name]) => name)).map(([name, config]) => ({
    field: name,
    readOnly: config.readOnly === true,
    config: localizeField(config, "en", onServer),
  }));
  const formFields = columns.map(toFormField);
  const store = createFormStore(formFields, values, isNew, computeOf(columns));
  for (const [at, n] of edits) {
    const found = formFields[at % all.length]!;
    if (found.isReadOnly !== true && store.isShown(found.name)) store.set(found.name, valueAt(at % all.length, n));
  }
  const browser = {
    shown: formFields.map(({ name }) => name).filter((name) => store.isShown(name)),
    problems: {} as Record<string, string>,
  };
  store.checkAll("en");
  for (const { name } of formFields)
    for (const [path, problem] of Object.entries(store.state(name).problems))
      browser.problems[path === "" ? name : `${name}.${path}`] = problem;

  // The server, with what the form sends.
  const sent = store.changes();
  const current: Record<string, unknown> = row ?? {};
  const { submitted, derived } = saveValues(entity, current, isNew ? { elsewhere: "a", ...sent } : sent);
  const changed = isNew ? { ...submitted, ...derived } : changedFrom(current, { ...submitted, ...derived });
  const merged: Record<string, unknown> = { ...current, ...changed };
  const found = checkFields(fields, changed, merged, { typeOf: onServer });
  const server = {
    shown: own.map(([name]) => name).filter((name) => showsIn(fields, name, merged)),
    problems: Object.fromEntries(Object.entries(found).map(([path, problem]) => [path, problem.en])),
  };
  return { browser, server, merged, store, fields, current, formFields };
}

describe("a form and its server", async () => {
  // The browser loads these with the first form that has one.
  for (const type of typesToLoad(kinds.map(({ field: config }) => config as FieldConfig))) await type.start();

  it("B-127, B-128: show the same fields and find the same problems, by path, in 2,000 forms with rules, formulas and what is hidden", () => {
    const counts = { hidden: 0, faulty: 0, good: 0 };
    fc.assert(
      fc.property(scenario, (one) => {
        const { browser, server, formFields } = play(one);
        expect(server).toEqual(browser);
        if (browser.shown.length < formFields.length) counts.hidden += 1;
        counts[Object.keys(browser.problems).length > 0 ? "faulty" : "good"] += 1;
      }),
      { numRuns: 2000 },
    );
    // None of the three is rare.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200);
  });

  it("B-127: after a save the form is clean; hidden fields keep what was saved, or lose it where their definition says so", () => {
    fc.assert(
      fc.property(scenario, (one) => {
        const { server, merged, store, fields, current } = play(one);
        fc.pre(Object.keys(server.problems).length === 0);
        for (const [name, { onHidden, compute }] of Object.entries(fields)) {
          if (server.shown.includes(name) || name === "elsewhere") continue;
          if (onHidden === "clear") expect([name, isEmpty(merged[name])]).toEqual([name, true]);
          else if (compute === undefined) expect(merged[name]).toEqual(current[name]);
        }
        store.rebase(Object.fromEntries(Object.keys(fields).map((name) => [name, merged[name] ?? null])), () => false);
        expect([store.isDirty(), store.changes()]).toEqual([false, {}]);
        for (const name of server.shown) expect(store.state(name).value ?? null).toEqual(merged[name] ?? null);
      }),
      { numRuns: 500 },
    );
  });
});
