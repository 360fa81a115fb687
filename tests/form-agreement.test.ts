/** A form in the browser and its save on the server: for the same values both show the same fields and report the same problems. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFields } from "#kit/check-fields.ts";
import { isCyclic, isFieldShown } from "#kit/condition.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, type Fields, isEmpty, localizeField } from "#kit/field.ts";
import { changedFrom } from "#records/change/patch.server.ts";
import { normalizeValues, valuesToSave } from "#records/change/write.server.ts";
import { formFieldsFor } from "#records/describe/form-fields.server.ts";
import { fieldTypeOf as onServer } from "#records/registry/field-types.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { typesToLoad } from "#render/field-types.ts";
import { computeOf, toFormField } from "#render/form/auto-fields.ts";
import { createFormStore } from "#render/form/form-store.ts";

const sameText = (name: string) => ({ zh: name, en: name });

/** Fields by type, with valid and invalid values. */
const kinds: { field: object; values: unknown[] }[] = [
  { field: { type: "textbox", max: 4 }, values: [null, "", " ", "a", "A ", "b", "too long"] },
  {
    field: { type: "textbox", max: 4, localized: true },
    values: [null, {}, { zh: "a" }, { en: " " }, { zh: "a", en: "too long" }],
  },
  { field: { type: "number", max: 9 }, values: [null, 0, 1, 9, 10, 1.5] },
  { field: { type: "switch" }, values: [null, true, false] },
  {
    field: { type: "dropdownlist", options: ["a", "b"].map((key) => ({ key, name: sameText(key) })) },
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
        price: { type: "number", name: sameText("Price"), max: 9, required: true },
        note: { type: "textbox", name: sameText("Note"), max: 3, required: true, if: "price=1||2" },
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
  .map(({ kind, compute, isReadOnly, required, ...options }) => ({
    values: kind.values,
    config: {
      ...kind.field,
      ...options,
      name: sameText("Name"),
      ...(compute !== undefined && !("localized" in kind.field)
        ? { compute, ...(required === undefined ? {} : { required }) }
        : // Computed and read-only fields are not required.
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

function runScenario({ fields: scenarioFields, isNew, start, edits }: Scenario) {
  const fieldsWithCycles = Object.fromEntries(scenarioFields.map(({ config }, at) => [names[at]!, config]));
  // Definitions cannot contain cyclic rules.
  const definitions = Object.entries(fieldsWithCycles).map(([name, config]): [string, FieldConfig] => {
    const { if: _rule, ...plain } = config;
    return [name, isCyclic(name, fieldsWithCycles) ? (plain as FieldConfig) : config];
  });
  const fields = Object.fromEntries([
    ...definitions,
    ["elsewhere", { type: "textbox", name: sameText("Elsewhere"), value: "a" }],
  ]) as Fields;
  const valueAt = (at: number, n: number) => {
    const { values } = scenarioFields[at]!;
    return values[n % values.length];
  };
  const input = Object.fromEntries([
    ...definitions.map(([name], at) => [name, valueAt(at, start[at]!)]),
    ["elsewhere", "a"],
  ]);
  const entity = {
    type: "thing",
    fields,
    groups: [{ name: sameText("All"), fields: definitions.map(([name]) => name) }],
    titleField: "a",
    list: { columns: [], sort: { field: "createdAt", direction: "asc" } },
  } as unknown as EntityDefinition;
  const row = isNew
    ? null
    : ({ id: "1", version: 1, createdAt: "", updatedAt: "", ...normalizeValues(entity, input) } as AnyRow);

  // The browser.
  const { fieldsOf, values } = formFieldsFor(entity, programView(entity).readable, row);
  const columns = fieldsOf(definitions.map(([name]) => name)).map(([name, config]) => ({
    field: name,
    readOnly: config.readOnly === true,
    config: localizeField(config, "en", onServer),
  }));
  const formFields = columns.map(toFormField);
  const store = createFormStore(formFields, values, isNew, computeOf(columns));
  for (const [at, n] of edits) {
    const formField = formFields[at % scenarioFields.length]!;
    if (formField.isReadOnly !== true && store.isShown(formField.name))
      store.set(formField.name, valueAt(at % scenarioFields.length, n));
  }
  const browser = {
    shown: formFields.map(({ name }) => name).filter((name) => store.isShown(name)),
    problems: {} as Record<string, string>,
  };
  store.checkAll("en");
  for (const { name } of formFields)
    for (const [path, problem] of Object.entries(store.state(name).problems))
      browser.problems[path === "" ? name : `${name}.${path}`] = problem;

  // The server, with the values that the form sends.
  const sent = store.changes();
  const current: Record<string, unknown> = row ?? {};
  const { submitted, derived } = valuesToSave(entity, current, isNew ? { elsewhere: "a", ...sent } : sent);
  const changed = isNew ? { ...submitted, ...derived } : changedFrom(current, { ...submitted, ...derived });
  const merged: Record<string, unknown> = { ...current, ...changed };
  const problems = checkFields(fields, changed, merged, { typeOf: onServer });
  const server = {
    shown: definitions.map(([name]) => name).filter((name) => isFieldShown(fields, name, merged)),
    problems: Object.fromEntries(Object.entries(problems).map(([path, problem]) => [path, problem.en])),
  };
  return { browser, server, merged, store, fields, current, formFields };
}

describe("a form and its server", async () => {
  // The browser loads these field types on demand.
  for (const type of typesToLoad(kinds.map(({ field: config }) => config as FieldConfig))) await type.start();

  it("B-127, B-128: show the same fields and report the same problems in 2,000 random forms", () => {
    const counts = { hidden: 0, invalid: 0, valid: 0 };
    fc.assert(
      fc.property(scenario, (input) => {
        const { browser, server, formFields } = runScenario(input);
        expect(server).toEqual(browser);
        if (browser.shown.length < formFields.length) counts.hidden += 1;
        counts[Object.keys(browser.problems).length > 0 ? "invalid" : "valid"] += 1;
      }),
      { numRuns: 2000 },
    );
    // Each of the three cases occurs often.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200);
  });

  it("B-127: agree after a save: the form is clean, and hidden fields are kept or cleared as defined", () => {
    fc.assert(
      fc.property(scenario, (input) => {
        const { server, merged, store, fields, current } = runScenario(input);
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
