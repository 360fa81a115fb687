/** Properties of pages and edits: undo restores exactly, and merging loses no edits. */
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
import { mergeWindow, noHistory, recordStep, stepBack, stepForward } from "#kit/history.ts";
import { findConflicts, resolvePage, touchedIds } from "#kit/merge.ts";
import { applyChange, invert, type PageChange, type PageDocument, type PageRecord, settingId } from "#kit/page.ts";
import { byOrder, orphans, parentOf, rootId, widgetsOf } from "#kit/page-tree.ts";

const ids = ["wd_1", "wd_2", "gr_1", "gr_2", "gr_3", "gr_4", "gr_5", "nd_1", "nd_2", "nd_3"];
const possibleParents = ids.filter((id) => !id.startsWith("nd"));
/** A record whose parent precedes it in `ids`, so records never form a cycle. */
const record = (id: string) =>
  fc
    .record({
      order: fc.constantFrom("a0", "a1", "a2", "a3"),
      heading: fc.constantFrom("one", "two", "three"),
      lead: fc.constantFrom("red", "green"),
      parent: fc.constantFrom(...possibleParents.slice(0, Math.max(1, ids.indexOf(id)))),
    })
    .map(({ order, parent, ...value }): PageRecord => {
      const box = { x: 0, y: 0, w: 1, h: 1 };
      if (id.startsWith("nd")) return { kind: "node", id, order, type: "text", parent, box, value };
      if (id.startsWith("gr")) return { kind: "group", id, order, parent, value };
      return { kind: "widget", id, order, name: "notice", value };
    });
/** The records whose ids are in `present` and whose parents are included too. */
function attached(present: readonly string[], records: readonly PageRecord[]): PageDocument["records"] {
  const found: PageDocument["records"] = {};
  for (const candidate of records)
    if (present.includes(candidate.id) && (parentOf(candidate) === rootId || Object.hasOwn(found, parentOf(candidate))))
      found[candidate.id] = candidate;
  return found;
}
const page: fc.Arbitrary<PageDocument> = fc
  .tuple(fc.subarray(ids), fc.tuple(...ids.map(record)), fc.boolean())
  .map(([present, records, showHead]) => ({
    schema: 1,
    setting: { title: { zh: "页", en: "Page" }, description: {}, showHead, showFoot: true },
    records: attached(present, records),
  }));
const lookup = (document: PageDocument) => (id: string) => document.records[id];

it("applying the difference of two pages yields the second, and inverting it the first", () => {
  fc.assert(
    fc.property(page, page, (from, to) => {
      const change = difference(from, to);
      expect(applyChange(from, change)).toEqual(to);
      expect(applyChange(to, invert(change))).toEqual(from);
      expect(isEmptyChange(difference(from, from))).toBe(true);
    }),
  );
});

it("the difference of two pages leaves out the given parts", () => {
  fc.assert(
    fc.property(page, page, fc.subarray([...ids, settingId]), (from, to, except) => {
      const result = applyChange(from, difference(from, to, except));
      for (const id of ids) expect(result.records[id]).toEqual((except.includes(id) ? from : to).records[id]);
      expect(result.setting).toEqual((except.includes(settingId) ? from : to).setting);
    }),
  );
});

it("composing two edits equals applying both", () => {
  fc.assert(
    fc.property(page, page, page, (a, b, c) => {
      const composed = compose(difference(a, b), difference(b, c));
      expect(applyChange(a, composed)).toEqual(c);
      expect(isEmptyChange(compose(difference(a, b), difference(b, a)))).toBe(true);
    }),
  );
});

it("undoing all steps restores the first page, redoing all the last", () => {
  fc.assert(
    fc.property(
      page,
      fc.array(page, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 2 * mergeWindow })),
      (first, others, pauses) => {
        let [current, history, at] = [first, noHistory, 0];
        for (const [index, next] of others.entries()) {
          at += pauses[index] ?? 0;
          history = recordStep(history, {
            change: difference(current, next),
            mergeKey: "same",
            at,
            selected: { before: [], after: [] },
          });
          current = next;
        }
        const last = current;
        for (let back = stepBack(history); back !== undefined; back = stepBack(history)) {
          current = applyChange(current, invert(back.step.change));
          history = back.history;
        }
        expect(current).toEqual(first);
        for (let next = stepForward(history); next !== undefined; next = stepForward(history)) {
          current = applyChange(current, next.step.change);
          history = next.history;
        }
        expect(current).toEqual(last);
      },
    ),
  );
});

it("undo keeps later changes of other people in other fields", () => {
  const before: PageRecord = {
    kind: "widget",
    id: "wd_1",
    order: "a0",
    name: "notice",
    value: { heading: "one", lead: "red" },
  };
  const ownChange = setField(before, "heading", "two");
  const otherRecord: PageRecord = { ...before, value: { heading: "two", lead: "green" } };
  const setting = { title: {}, description: {}, showHead: true, showFoot: true };
  const undoChange = rebaseChange(invert(ownChange), () => otherRecord, setting);
  expect(undoChange.records[0]!.after!.value).toEqual({ heading: "one", lead: "green" });
  expect(rebaseChange(invert(ownChange), () => undefined, setting).records).toEqual([]);
});

it("moving a record puts it at the given index and keeps the order of the others", () => {
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
        records: Object.fromEntries(siblings.map((sibling) => [sibling.id, sibling])),
      };
      const after = widgetsOf(applyChange(start, change)).map(({ id }) => id);
      expect(after.indexOf(moved.id)).toBe(Math.max(0, Math.min(count - 1, to)));
      expect(after.filter((id) => id !== moved.id)).toEqual(
        siblings.map(({ id }) => id).filter((id) => id !== moved.id),
      );
    }),
  );
});

it("conflicts name only touched parts; without conflicts, merging keeps both edits", () => {
  fc.assert(
    fc.property(page, page, page, (base, ownPage, otherPage) => {
      const [ownChange, otherChange] = [difference(base, ownPage), difference(base, otherPage)];
      const touched = new Set(touchedIds(otherChange));
      const found = findConflicts(ownChange, otherPage, touched);
      for (const id of found) expect(touched.has(id) || touchedIds(ownChange).includes(id)).toBe(true);
      if (found.length > 0) return;
      const merged = applyChange(otherPage, rebaseChange(ownChange, lookup(otherPage), otherPage.setting));
      expect(orphans(merged)).toEqual([]);
      for (const { id, after } of ownChange.records) expect(merged.records[id]).toEqual(after);
      for (const { id } of otherChange.records)
        if (!touchedIds(ownChange).includes(id)) expect(merged.records[id]).toEqual(otherPage.records[id]);
    }),
  );
});

it("resolving a conflict takes the given parts from the other side and leaves no orphans", () => {
  fc.assert(
    fc.property(page, page, page, fc.subarray(ids), (base, ownPage, otherPage, given) => {
      const result = resolvePage(base, ownPage, otherPage, new Set(given));
      for (const id of given) expect(result.records[id]).toEqual(otherPage.records[id]);
      expect(orphans(result)).toEqual([]);
    }),
  );
});

it("adding and removing a record is an empty change", () => {
  const added: PageRecord = { kind: "widget", id: "wd_1", order: "a0", name: "notice", value: {} };
  const change: PageChange = compose(addRecords([added]), removeRecords([added]));
  expect(isEmptyChange(change)).toBe(true);
});
