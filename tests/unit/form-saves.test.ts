/** A form and its server with late or lost responses and concurrent saves: nothing typed is lost, and nothing of others is overwritten unnoticed. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LocalizedField } from "#kit/field.ts";
import { toFormField } from "#render/form/auto-fields.ts";
import { createFormStore, type SentChanges, type Values } from "#render/form/form-store.ts";

const names = ["title", "intro", "kind"] as const;
const fields = names.map((field) =>
  toFormField({ field, readOnly: false, config: { type: "textbox", name: field } as LocalizedField }),
);
const first: Values = { title: "t", intro: "i", kind: "k" };
type Name = (typeof names)[number];
type Clash = { version: number; fields: Record<string, unknown> };

/** A row as the server keeps it: each field knows by which version it was last changed (records/change/save.server.ts). */
function createRow() {
  const values = { ...first };
  const versions: Record<string, number> = { title: 1, intro: 1, kind: 1 };
  let version = 1;
  function save(changes: Values, base: number): { version: number; values: Values } | Clash {
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

/** The form and the saving that `use-auto-form.ts` does with it: one save under way, whose answer may come much later. */
function open(row: ReturnType<typeof createRow>) {
  const store = createFormStore(fields, { ...row.values }, false);
  let version = row.version();
  let answer: { sent: SentChanges; came: ReturnType<typeof row.save> | undefined } | undefined;
  return {
    store,
    /** Sends the changes, those of which nothing was heard before others. `isLost`: nobody hears the answer. */
    send(isLost: boolean): void {
      if (answer !== undefined) return;
      const sent = store.unconfirmed() ?? { changes: store.changes(), values: store.values() };
      const came = row.save(sent.changes, version);
      answer = { sent, came: isLost ? undefined : came };
    },
    /** The answer comes in. A clash is decided for one side and sent again. Gives the fields that were given up. */
    hear(side: "mine" | "theirs"): string[] {
      const { sent, came } = answer ?? {};
      answer = undefined;
      if (sent === undefined) return [];
      if (came === undefined) {
        store.noteUnconfirmed(sent);
        return [];
      }
      if ("fields" in came) {
        store.rebase(came.fields, (name) => side === "mine" || !Object.hasOwn(came.fields, name));
        version = came.version;
        this.send(false);
        return side === "theirs" ? Object.keys(came.fields) : [];
      }
      store.rebase(came.values, (name, value) => value !== sent.values[name]);
      version = came.version;
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
      kind: fc.constant("hear" as const),
      side: fc.constantFrom("mine" as const, "theirs" as const),
    }),
  },
);

it("R-11, R-12: what was typed stands on the server in the end, unless the other side's was chosen; the rest is what others saved", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const row = createRow();
      const form = open(row);
      /** What the person sees and has not given up: the last text typed into each field, for fields that others leave alone. */
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
        if (one.kind === "hear") for (const given of form.hear(one.side)) typed.delete(given as Name);
      }
      // Everything is heard, saved, and heard again.
      for (let round = 0; round < 5; round += 1) {
        form.hear("mine");
        form.send(false);
      }
      form.hear("mine");
      for (const [field, last] of typed)
        if (!others.has(field)) expect([field, row.values[field]]).toEqual([field, last]);
      expect([form.store.isDirty(), form.store.changes()]).toEqual([false, {}]);
      expect(form.store.values()).toEqual(row.values);
    }),
    { numRuns: 500 },
  );
});

it("a problem that the server finds stays beside its field until that is changed, whatever else is typed meanwhile", () => {
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
