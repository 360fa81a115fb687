/** The commands of the builder on generated pages, without a browser: undo, redo, locked and hidden parts, names and guides. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignments } from "#kit/arrange.ts";
import { setField } from "#kit/edit.ts";
import { ancestorsOf, descendantsOf, leavesOf, orphans, withoutHidden } from "#kit/page-tree.ts";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { pageDocument } from "#kit/document-schema.ts";
import {
  alignSelected,
  clearMark,
  distributeSelected,
  guidesOf,
  renameRecord,
  reorderSelected,
  rotateSelected,
  setGuides,
  setMark,
} from "#features/builder/document/arrange.ts";
import { createDocumentStore, type DocumentStore } from "#features/builder/document/document-store.ts";
import {
  addNode,
  addWidget,
  duplicateSelected,
  nudgeSelected,
  pasteFragment,
  removeSelected,
  selectAll,
  selectedFragment,
} from "#features/builder/document/edit-page.ts";
import { groupSelected, ungroupSelected } from "#features/builder/document/groups.ts";
import { outermostSelected } from "#features/builder/document/selection.ts";
import { missingLocales } from "#features/builder/document/text-place.ts";
import { moveInTree, treeRows } from "#features/builder/document/tree-rows.ts";

const canvasId = "wd_canvas00";
const canvas: PageRecord = {
  kind: "widget",
  id: canvasId,
  order: "a0",
  name: "canvas",
  value: { height: 600, background: "paper" },
};
const node = (n: number, properties: object = {}): PageRecord => ({
  kind: "node",
  id: `nd_node${n}`,
  order: `a${n}`,
  type: "text",
  parent: canvasId,
  box: { x: n * 37, y: n * 53, w: 40 + n, h: 30 },
  value: { title: { zh: `文字${n}`, en: `Text ${n}` } },
  ...properties,
});
const pageOf = (...records: PageRecord[]): PageDocument => ({
  schema: 1,
  setting: { title: { zh: "页", en: "Page" }, description: {}, showHead: true, showFoot: true },
  records: Object.fromEntries(records.map((record) => [record.id, record])),
});
const firstPage = () => pageOf(canvas, ...Array.from({ length: 6 }, (_, n) => node(n)));

const directions = ["front", "back", "forward", "backward"] as const;
/** Every command, run with a number that decides its details. */
const commands: Record<string, (store: DocumentStore, n: number) => void> = {
  align: (store, n) => alignSelected(store, alignments[n % alignments.length]!),
  distribute: (store, n) => distributeSelected(store, n % 2 === 0 ? "x" : "y", n % 3 === 0 ? "gaps" : "centers"),
  rotate: (store, n) => rotateSelected(store, (n % 360) - 180),
  reorder: (store, n) => reorderSelected(store, directions[n % 4]!),
  lock: (store, n) => setMark(store, store.selected.get(), "isLocked", n % 3 === 0),
  hide: (store, n) => setMark(store, store.selected.get(), "isHidden", n % 3 === 0),
  unlockAll: (store) => clearMark(store, "isLocked"),
  rename: (store, n) => renameRecord(store, store.selected.get()[0] ?? "", n % 4 === 0 ? "" : `Name ${n}`),
  guides: (store, n) => setGuides(store, canvasId, n % 2 === 0 ? "x" : "y", [n, n + 10, n]),
  group: (store) => groupSelected(store),
  ungroup: (store) => ungroupSelected(store),
  duplicate: (store) => duplicateSelected(store),
  paste(store) {
    const fragment = selectedFragment(store);
    if (fragment !== undefined) pasteFragment(store, fragment);
  },
  remove: (store) => removeSelected(store),
  nudge: (store, n) => nudgeSelected(store, { x: n % 11, y: (n % 7) - 3 }),
  addNode: (store, n) => void addNode(store, n % 2 === 0 ? "text" : "rectangle"),
  addWidget: (store, n) => void addWidget(store, n % 2 === 0 ? "canvas" : "notice"),
  moveInTree(store, n) {
    const parents = [canvasId, ...store.selected.get()];
    moveInTree(store, store.selected.get(), { parent: parents[n % parents.length]!, index: n % 5 });
  },
  write(store, n) {
    const record = store.record(store.selected.get()[0] ?? "");
    if (record !== undefined) store.edit(setField(record, "title", { zh: `改${n}`, en: `New ${n}` }));
  },
};
const step = fc.record({
  name: fc.constantFrom(...Object.keys(commands)),
  n: fc.nat({ max: 1000 }),
  picks: fc.array(fc.nat(), { maxLength: 4 }),
});

function runStep(store: DocumentStore, { name, n, picks }: { name: string; n: number; picks: number[] }): void {
  const ids = Object.keys(store.page().records);
  // Most commands work on nodes: a selection has records of the canvas or widgets, never both.
  const nodes = ids.filter((id) => !id.startsWith("wd_"));
  const from = n % 5 === 0 || nodes.length === 0 ? ids.filter((id) => id.startsWith("wd_")) : nodes;
  if (picks.length > 0 && from.length > 0)
    store.selected.set([...new Set(picks.map((pick) => from[pick % from.length]!))]);
  commands[name]!(store, n);
}

it("undoing any 200 commands gives the first page byte for byte, redoing them the last, and every page is valid", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 200 }), (steps) => {
      const store = createDocumentStore(firstPage());
      const before = JSON.stringify(sorted(store.page()));
      for (const item of steps) runStep(store, item);
      const after = JSON.stringify(sorted(store.page()));
      expect(pageDocument.safeParse(store.page()).error?.issues).toBeUndefined();
      expect(orphans(store.page())).toEqual([]);
      const { length } = store.history.get().done;
      for (let n = 0; n < length; n += 1) store.undo();
      expect(JSON.stringify(sorted(store.page()))).toBe(before);
      for (let n = 0; n < length; n += 1) store.redo();
      expect(JSON.stringify(sorted(store.page()))).toBe(after);
    }),
    { numRuns: 8 },
  );
});

/** A page with its records and their properties in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

it("grouping and ungrouping moves no node and keeps the order from back to front", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 2 }), (picks) => {
      const store = createDocumentStore(firstPage());
      const places = () => leavesOf(store, canvasId).map(({ id, box }) => [id, box] as const);
      const before = new Map(places());
      store.selected.set(picks.map((n) => `nd_node${n}`));
      groupSelected(store);
      expect(new Map(places())).toEqual(before);
      ungroupSelected(store);
      expect(new Map(places())).toEqual(before);
      expect(store.selected.get().toSorted()).toEqual(picks.map((n) => `nd_node${n}`).toSorted());
      const chosen = new Set(store.selected.get());
      const order = (isChosen: boolean) => store.children(canvasId).filter((id) => chosen.has(id) === isChosen);
      for (const ids of [order(true), order(false)]) expect(ids).toEqual(ids.toSorted());
    }),
  );
});

it("what is selected on a canvas is sorted from back to front, without what is in a selected group", () => {
  const groupOf = (id: string, parent: string, order: string): PageRecord => ({
    kind: "group",
    id,
    order,
    parent,
    value: { name: null },
  });
  const page = pageOf(
    canvas,
    node(0),
    groupOf("gr_group0", canvasId, "a05"),
    node(1, { parent: "gr_group0" }),
    groupOf("gr_group1", "gr_group0", "a0"),
    node(2, { parent: "gr_group1" }),
    node(3, { parent: "gr_group1", order: "a0" }),
    node(4, { order: "Zz" }),
  );
  const ids = Object.keys(page.records).filter((id) => id !== canvasId);
  fc.assert(
    fc.property(fc.shuffledSubarray(ids), (selected) => {
      const store = createDocumentStore(page);
      store.selected.set(selected);
      const isOutermost = (id: string) => !ancestorsOf(store.record, id).some((parent) => selected.includes(parent));
      expect(outermostSelected(store).map(({ id }) => id)).toEqual(
        descendantsOf(store, canvasId)
          .map(({ id }) => id)
          .filter((id) => selected.includes(id) && isOutermost(id)),
      );
    }),
  );
});

it("grouping everything in a group puts the new group into it", () => {
  const store = createDocumentStore(firstPage());
  store.selected.set(["nd_node0", "nd_node1"]);
  groupSelected(store);
  const [outer] = store.selected.get();
  store.selected.set(["nd_node0", "nd_node1"]);
  groupSelected(store);
  const [inner] = store.selected.get();
  expect([store.children(outer!), store.children(inner!)]).toEqual([[inner], ["nd_node0", "nd_node1"]]);
});

describe("a locked part", () => {
  const locked = () => createDocumentStore(pageOf(canvas, node(0, { isLocked: true }), node(1), node(2)));
  const movers = ["align", "distribute", "rotate", "reorder", "nudge", "remove", "group"];

  it.each(movers)("can be selected, but is not changed by: %s", (name) => {
    const store = locked();
    store.selected.set(["nd_node0"]);
    const before = store.page();
    for (let n = 0; n < 8; n += 1) commands[name]!(store, n);
    expect(store.page()).toEqual(before);
  });

  it("stays while others of the selection move", () => {
    const store = locked();
    store.selected.set(["nd_node0", "nd_node1"]);
    nudgeSelected(store, { x: 5, y: 0 });
    expect(store.record("nd_node0")).toEqual(node(0, { isLocked: true }));
    expect(store.record("nd_node1")).toMatchObject({ box: { x: 42 } });
    removeSelected(store);
    expect(store.children(canvasId)).toEqual(["nd_node0", "nd_node2"]);
  });

  it("is not selected with all others, and holds what is in it", () => {
    const store = locked();
    store.selected.set([canvasId]);
    selectAll(store);
    expect(store.selected.get()).toEqual(["nd_node1", "nd_node2"]);
    setMark(store, [canvasId], "isLocked", true);
    nudgeSelected(store, { x: 5, y: 0 });
    expect(store.record("nd_node1")).toEqual(node(1));
  });
});

it("hidden parts are left out of the page of visitors with everything in them, and come back", () => {
  const store = createDocumentStore(firstPage());
  store.selected.set(["nd_node0", "nd_node1"]);
  groupSelected(store);
  const [group] = store.selected.get();
  setMark(store, [group!], "isHidden", true);
  expect(Object.keys(withoutHidden(store.page()).records).toSorted()).toEqual(
    [canvasId, "nd_node2", "nd_node3", "nd_node4", "nd_node5"].toSorted(),
  );
  clearMark(store, "isHidden");
  expect(withoutHidden(store.page())).toBe(store.page());
});

it("guides are whole, each once, and at most those that the schema allows are kept by a save", () => {
  const store = createDocumentStore(firstPage());
  setGuides(store, canvasId, "x", [10.4, 10.2, 300]);
  setGuides(store, canvasId, "y", [20]);
  expect(guidesOf(store.record(canvasId))).toEqual({ x: [10, 300], y: [20] });
  setGuides(store, canvasId, "x", []);
  setGuides(store, canvasId, "y", []);
  expect(store.record(canvasId)).toEqual(canvas);
});

it.each([
  [{ zh: "文字", en: "Text" }, []],
  [{ zh: "文字", en: " " }, ["en"]],
  [{ en: "Text" }, ["zh"]],
  [{}, []],
])("a node with the text %j lacks the languages %j", (title, missing) => {
  expect(missingLocales(node(1, { value: { title } }))).toEqual(missing);
});

it("rows of the tree move into groups and canvases, but not into themselves, and a widget only on the page", () => {
  const store = createDocumentStore(firstPage());
  store.selected.set(["nd_node0", "nd_node1"]);
  groupSelected(store);
  const group = store.selected.get()[0]!;
  moveInTree(store, ["nd_node5"], { parent: group, index: 0 });
  expect(store.children(group)).toEqual(["nd_node5", "nd_node0", "nd_node1"]);
  const before = store.page();
  moveInTree(store, [group], { parent: group, index: 0 });
  moveInTree(store, [canvasId], { parent: group, index: 0 });
  expect(store.page()).toBe(before);
  moveInTree(store, ["nd_node5", "nd_node0", "nd_node1"], { parent: canvasId, index: 0 });
  expect(store.children(canvasId)).toEqual(["nd_node5", "nd_node0", "nd_node1", "nd_node2", "nd_node3", "nd_node4"]);
  expect(store.record(group)).toBeUndefined();
});

it("the tree lists 5,000 rows with their levels, and leaves out those in closed rows", () => {
  const nodes = Array.from({ length: 4999 }, (_, n) =>
    node(n, { id: `nd_row${String(n).padStart(4, "0")}`, order: `a${String(n).padStart(4, "0")}` }),
  );
  const store = createDocumentStore(pageOf(canvas, ...nodes));
  const rows = treeRows(store, new Set());
  expect(rows).toHaveLength(5000);
  expect(rows[4999]).toEqual({ id: "nd_row4998", level: 2, hasChildren: false, place: 4999, count: 4999 });
  expect(treeRows(store, new Set([canvasId]))).toHaveLength(1);
  expect(ancestorsOf(store.record, "nd_row0000")).toEqual([canvasId]);
});
