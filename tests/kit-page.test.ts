/** Properties of every page and every edit: undo restores exactly, merging loses nobody's work. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addRecords,
  compose,
  difference,
  isEmptyChange,
  moveTo,
  rebaseChange,
  removeRecords,
  setField,
} from "#kit/edit.ts";
import { mergeWindow, noHistory, remember, stepBack, stepForward } from "#kit/history.ts";
import { clashes, resolvePage, touchedIds } from "#kit/merge.ts";
import { applyChange, invert, type PageChange, type PageDocument, type PageRecord, settingId } from "#kit/page.ts";
import { byOrder, orphans, parentOf, root, widgetsOf } from "#kit/page-tree.ts";

const ids = ["wd_1", "wd_2", "gr_1", "gr_2", "gr_3", "gr_4", "gr_5", "nd_1", "nd_2", "nd_3"];
const holders = ids.filter((id) => !id.startsWith("nd"));
/** A record that stands on one of those before it, so that any choice of them makes trees. */
const record = (id: string) =>
  fc
    .record({
      order: fc.constantFrom("a0", "a1", "a2", "a3"),
      heading: fc.constantFrom("one", "two", "three"),
      lead: fc.constantFrom("red", "green"),
      parent: fc.constantFrom(...holders.slice(0, Math.max(1, ids.indexOf(id)))),
    })
    .map(({ order, parent, ...value }): PageRecord => {
      const box = { x: 0, y: 0, w: 1, h: 1 };
      if (id.startsWith("nd")) return { kind: "node", id, order, type: "text", parent, box, value };
      if (id.startsWith("gr")) return { kind: "group", id, order, parent, value };
      return { kind: "widget", id, order, name: "notice", value };
    });
/** Records of those that are there and stand on something that is. */
function standing(present: readonly string[], records: readonly PageRecord[]): PageDocument["records"] {
  const found: PageDocument["records"] = {};
  for (const one of records)
    if (present.includes(one.id) && (parentOf(one) === root || Object.hasOwn(found, parentOf(one))))
      found[one.id] = one;
  return found;
}
const page: fc.Arbitrary<PageDocument> = fc
  .tuple(fc.subarray(ids), fc.tuple(...ids.map(record)), fc.boolean())
  .map(([present, records, showHead]) => ({
    schema: 1,
    setting: { title: { zh: "页", en: "Page" }, description: {}, showHead, showFoot: true },
    records: standing(present, records),
  }));
const lookup = (document: PageDocument) => (id: string) => document.records[id];

it("the difference of two pages makes one into the other, and taken back makes it what it was", () => {
  fc.assert(
    fc.property(page, page, (from, to) => {
      const change = difference(from, to);
      expect(applyChange(from, change)).toEqual(to);
      expect(applyChange(to, invert(change))).toEqual(from);
      expect(isEmptyChange(difference(from, from))).toBe(true);
    }),
  );
});

it("the difference of two pages leaves out what it is told to", () => {
  fc.assert(
    fc.property(page, page, fc.subarray([...ids, settingId]), (from, to, except) => {
      const result = applyChange(from, difference(from, to, except));
      for (const id of ids) expect(result.records[id]).toEqual((except.includes(id) ? from : to).records[id]);
      expect(result.setting).toEqual((except.includes(settingId) ? from : to).setting);
    }),
  );
});

it("two edits as one are the two edits", () => {
  fc.assert(
    fc.property(page, page, page, (a, b, c) => {
      const both = compose(difference(a, b), difference(b, c));
      expect(applyChange(a, both)).toEqual(c);
      expect(isEmptyChange(compose(difference(a, b), difference(b, a)))).toBe(true);
    }),
  );
});

it("undoing everything gives the first page, redoing everything the last", () => {
  fc.assert(
    fc.property(
      page,
      fc.array(page, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 2 * mergeWindow })),
      (first, others, pauses) => {
        let [now, history, at] = [first, noHistory, 0];
        for (const [index, next] of others.entries()) {
          at += pauses[index] ?? 0;
          history = remember(history, {
            change: difference(now, next),
            mergeKey: "same",
            at,
            selected: { before: [], after: [] },
          });
          now = next;
        }
        const last = now;
        for (let back = stepBack(history); back !== undefined; back = stepBack(history)) {
          now = applyChange(now, invert(back.step.change));
          history = back.history;
        }
        expect(now).toEqual(first);
        for (let next = stepForward(history); next !== undefined; next = stepForward(history)) {
          now = applyChange(now, next.step.change);
          history = next.history;
        }
        expect(now).toEqual(last);
      },
    ),
  );
});

it("undo never takes back what somebody else changed in other fields since", () => {
  const before: PageRecord = {
    kind: "widget",
    id: "wd_1",
    order: "a0",
    name: "notice",
    value: { heading: "one", lead: "red" },
  };
  const mine = setField(before, "heading", "two");
  const theirs: PageRecord = { ...before, value: { heading: "two", lead: "green" } };
  const setting = { title: {}, description: {}, showHead: true, showFoot: true };
  const undone = rebaseChange(invert(mine), () => theirs, setting);
  expect(undone.records[0]!.after!.value).toEqual({ heading: "one", lead: "green" });
  expect(rebaseChange(invert(mine), () => undefined, setting).records).toEqual([]);
});

it("moving keeps the others in their order and puts the one where it was asked to", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(11), fc.integer({ min: -2, max: 14 }), (count, from, to) => {
      const siblings = Array.from({ length: count }, (_, n): PageRecord => ({
        kind: "widget",
        id: `wd_${n}`,
        order: `a${n.toString(36)}`,
        name: "notice",
        value: {},
      })).toSorted(byOrder);
      const moved = siblings[from % count]!;
      const change = moveTo(siblings, moved.id, to);
      expect(change.records.length).toBeLessThanOrEqual(1);
      const start: PageDocument = {
        schema: 1,
        setting: { title: {}, description: {}, showHead: true, showFoot: true },
        records: Object.fromEntries(siblings.map((one) => [one.id, one])),
      };
      const after = widgetsOf(applyChange(start, change)).map(({ id }) => id);
      expect(after.indexOf(moved.id)).toBe(Math.max(0, Math.min(count - 1, to)));
      expect(after.filter((id) => id !== moved.id)).toEqual(
        siblings.map(({ id }) => id).filter((id) => id !== moved.id),
      );
    }),
  );
});

it("edits of different parts never clash, and merging keeps both", () => {
  fc.assert(
    fc.property(page, page, page, (base, mine, theirs) => {
      const [ours, others] = [difference(base, mine), difference(base, theirs)];
      const touched = new Set(touchedIds(others));
      const found = clashes(ours, theirs, touched);
      for (const id of found) expect(touched.has(id) || touchedIds(ours).includes(id)).toBe(true);
      if (found.length > 0) return;
      const merged = applyChange(theirs, rebaseChange(ours, lookup(theirs), theirs.setting));
      expect(orphans(merged)).toEqual([]);
      for (const { id, after } of ours.records) expect(merged.records[id]).toEqual(after);
      for (const { id } of others.records)
        if (!touchedIds(ours).includes(id)) expect(merged.records[id]).toEqual(theirs.records[id]);
    }),
  );
});

it("after a conflict the given parts are theirs, the kept ones mine, and nothing is left without what it stands on", () => {
  fc.assert(
    fc.property(page, page, page, fc.subarray(ids), (base, mine, theirs, given) => {
      const result = resolvePage(base, mine, theirs, new Set(given));
      for (const id of given) expect(result.records[id]).toEqual(theirs.records[id]);
      expect(orphans(result)).toEqual([]);
    }),
  );
});

it("what is added and removed again is nothing", () => {
  const one: PageRecord = { kind: "widget", id: "wd_1", order: "a0", name: "notice", value: {} };
  const nothing: PageChange = compose(addRecords([one]), removeRecords([one]));
  expect(isEmptyChange(nothing)).toBe(true);
});
