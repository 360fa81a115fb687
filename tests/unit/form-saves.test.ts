/** A form and its server with late or lost responses and concurrent saves: no input is lost, and no edit of another person is overwritten silently. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LocalizedField } from "#kit/field.ts";
import { toFormField } from "#render/form/auto-fields.ts";
import { createFormStore, type SubmittedChanges, type Values } from "#render/form/form-store.ts";

const names = ["title", "intro", "kind"] as const;
const fields = names.map((field) =>
  toFormField({ field, readOnly: false, config: { type: "textbox", name: field } as LocalizedField }),
);
const first: Values = { title: "t", intro: "i", kind: "k" };
type Name = (typeof names)[number];
type Conflict = { version: number; fields: Record<string, unknown> };

/** A row as the server stores it: each field has the version of its last change (records/change/save.server.ts). */
function createRow() {
  const values = { ...first };
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

/** The form with the saves of `use-auto-form.ts`: one pending request, whose response may arrive much later. */
function open(row: ReturnType<typeof createRow>) {
  const store = createFormStore(fields, { ...row.values }, false);
  let version = row.version();
  let answer: { sent: SubmittedChanges; result: ReturnType<typeof row.save> | undefined } | undefined;
  return {
    store,
    /** Sends the changes, unconfirmed ones first. `isLost`: the response never arrives. */
    send(isLost: boolean): void {
      if (answer !== undefined) return;
      const sent = store.unconfirmed() ?? { changes: store.changes(), values: store.values() };
      const result = row.save(sent.changes, version);
      answer = { sent, result: isLost ? undefined : result };
    },
    /** Receives the response. A conflict is resolved for one side and sent again. Returns the fields whose local value was given up. */
    receive(side: "mine" | "theirs"): string[] {
      const { sent, result } = answer ?? {};
      answer = undefined;
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
const step = fc.oneof(
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
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const row = createRow();
      const form = open(row);
      /** The last text typed into each field, unless it was given up in a conflict. */
      const typed = new Map<Name, unknown>();
      const others = new Set<Name>();
      for (const one of steps) {
        if (one.kind === "type") {
          form.store.set(one.name, one.text);
          typed.set(one.name, one.text);
        }
        if (one.kind === "other") {
          others.add(one.name);
          row.save({ [one.name]: one.text }, row.version());
        }
        if (one.kind === "send") form.send(one.isLost);
        if (one.kind === "receive") for (const lostField of form.receive(one.side)) typed.delete(lostField as Name);
      }
      // The rest is received, saved and received again.
      for (let round = 0; round < 5; round += 1) {
        form.receive("mine");
        form.send(false);
      }
      form.receive("mine");
      for (const [field, last] of typed)
        if (!others.has(field)) expect([field, row.values[field]]).toEqual([field, last]);
      expect([form.store.isDirty(), form.store.changes()]).toEqual([false, {}]);
      expect(form.store.values()).toEqual(row.values);
    }),
    { numRuns: 500 },
  );
});

it("keeps a problem from the server beside its field until that field changes", () => {
  const store = createFormStore(fields, { ...first }, false);
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
