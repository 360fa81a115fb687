/** A form and its server, with late or lost responses and saves of others: no input is lost, and no edit of others is overwritten without a question. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LocalizedField } from "#kit/field.ts";
import { toFormField } from "#render/form/auto-fields.ts";
import { createFormStore, type SubmittedChanges, type Values } from "#render/form/form-store.ts";

const names = ["title", "intro", "kind"] as const;
const fields = names.map((field) =>
  toFormField({ field, readOnly: false, config: { type: "textbox", name: field } as LocalizedField }),
);
const initialValues: Values = { title: "t", intro: "i", kind: "k" };
type Name = (typeof names)[number];
type Conflict = { version: number; fields: Record<string, unknown> };

/** A model of a row on the server: each field has the version of its last change (records/change/save.server.ts). */
function createRow() {
  const values = { ...initialValues };
  const versions: Record<string, number> = { title: 1, intro: 1, kind: 1 };
  let version = 1;
  function save(changes: Values, base: number): { version: number; values: Values } | Conflict {
    const clashing = Object.keys(changes).filter((name) => versions[name]! > base && values[name] !== changes[name]);
    if (clashing.length > 0)
      return { version, fields: Object.fromEntries(clashing.map((name) => [name, values[name]])) };
    const changed = Object.keys(changes).filter((name) => values[name] !== changes[name]);
    if (changed.length > 0) version += 1;
    for (const name of changed) {
      values[name] = changes[name];
      versions[name] = version;
    }
    return { version, values: { ...values } };
  }
  return { values, save, version: () => version };
}

/** A form that saves as `use-auto-form.ts` does: one pending request, whose response may arrive much later. */
function open(row: ReturnType<typeof createRow>) {
  const store = createFormStore(fields, { ...row.values }, false);
  let version = row.version();
  let pending: { sent: SubmittedChanges; result: ReturnType<typeof row.save> | undefined } | undefined;
  return {
    store,
    /** Sends the changes, unconfirmed changes first. `isLost`: the response never arrives. */
    send(isLost: boolean): void {
      if (pending !== undefined) return;
      const sent = store.unconfirmed() ?? { changes: store.changes(), values: store.values() };
      const result = row.save(sent.changes, version);
      pending = { sent, result: isLost ? undefined : result };
    },
    /** Receives the response. Resolves a conflict for one side and sends the form again. Returns the fields whose local value was discarded. */
    receive(side: "mine" | "theirs"): string[] {
      const { sent, result } = pending ?? {};
      pending = undefined;
      if (sent === undefined) return [];
      if (result === undefined) {
        store.markUnconfirmed(sent);
        return [];
      }
      if ("fields" in result) {
        store.rebase(result.fields, (name) => side === "mine" || !Object.hasOwn(result.fields, name));
        version = result.version;
        this.send(false);
        return side === "theirs" ? Object.keys(result.fields) : [];
      }
      store.rebase(result.values, (name, value) => value !== sent.values[name]);
      version = result.version;
      return [];
    },
  };
}

const name = fc.constantFrom<Name>(...names);
const text = fc.constantFrom("t", "a", "b", "c", null);
const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("type" as const), name, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("other" as const), name, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("send" as const), isLost: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("receive" as const),
      side: fc.constantFrom("mine" as const, "theirs" as const),
    }),
  },
);

it("R-11, R-12: stores every typed value unless the other side was chosen, and keeps the edits of others", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 5, maxLength: 40 }), (steps) => {
      const row = createRow();
      const form = open(row);
      /** The last text typed into each field, unless a conflict discarded it. */
      const typedTexts = new Map<Name, unknown>();
      const changedByOthers = new Set<Name>();
      for (const step of steps) {
        if (step.kind === "type") {
          form.store.set(step.name, step.text);
          typedTexts.set(step.name, step.text);
        }
        if (step.kind === "other") {
          changedByOthers.add(step.name);
          row.save({ [step.name]: step.text }, row.version());
        }
        if (step.kind === "send") form.send(step.isLost);
        if (step.kind === "receive")
          for (const discarded of form.receive(step.side)) typedTexts.delete(discarded as Name);
      }
      // Finally, all remaining changes are saved and all responses received.
      for (let round = 0; round < 5; round += 1) {
        form.receive("mine");
        form.send(false);
      }
      form.receive("mine");
      for (const [field, last] of typedTexts)
        if (!changedByOthers.has(field)) expect([field, row.values[field]]).toEqual([field, last]);
      expect([form.store.isDirty(), form.store.changes()]).toEqual([false, {}]);
      expect(form.store.values()).toEqual(row.values);
    }),
    { numRuns: 500 },
  );
});

it("keeps a problem from the server beside its field until that field changes", () => {
  const store = createFormStore(fields, { ...initialValues }, false);
  store.set("title", "taken");
  store.set("intro", "fine");
  store.setProblems({ title: "Taken already", unknown: "No such field" });
  expect(store.state("title").problems).toEqual({ "": "Taken already" });
  expect(store.state("intro").problems).toEqual({});
  store.set("intro", "also fine");
  expect(store.state("title").problems).toEqual({ "": "Taken already" });
  store.set("title", "free");
  expect(store.state("title").problems).toEqual({});
  expect(store.changes()).toEqual({ title: "free", intro: "also fine" });
});
