/** Fragments of pages: copying, the ids and orders of pasted records, and invalid clipboard contents. */
import { describe, expect, it } from "vitest";
import {
  type Fragment,
  fragmentOf,
  insertFragment,
  pageOfParts,
  shiftFragment,
  topRecordsOf,
  withNewIds,
} from "#kit/fragment.ts";
import { idPrefixes, type PageRecord } from "#kit/page.ts";
import { byOrder, treeOfRecords } from "#kit/page-tree.ts";
import { readFragment } from "#render/page/read-page.ts";
import { home } from "../seed/home.ts";
import {
  canvas,
  group,
  groupId,
  groupsInGroups,
  hostileRecords,
  id,
  node,
  nodeId,
  widget,
} from "./support/hostile-pages.ts";

const page = [
  widget("wd_bbbbbbbbbb", { order: "a1" }),
  canvas(id),
  node(nodeId, id, { order: "a1" }),
  node("nd_bbbbbbbbbb", id),
] as PageRecord[];
const tree = treeOfRecords(page);
let idCount = 0;
const newId = ({ kind }: PageRecord) => `${idPrefixes[kind]}_new${(idCount += 1)}`;
const idsOf = ({ records }: Fragment) => records.map((record) => record.id);

describe("a fragment", () => {
  it("contains the chosen records and their descendants once, in the order of the page", () => {
    expect(idsOf(fragmentOf(tree, ["wd_bbbbbbbbbb", nodeId, id]))).toEqual([
      id,
      "nd_bbbbbbbbbb",
      nodeId,
      "wd_bbbbbbbbbb",
    ]);
    expect(idsOf(fragmentOf(tree, [nodeId, "nd_bbbbbbbbbb"]))).toEqual(["nd_bbbbbbbbbb", nodeId]);
    expect(idsOf(fragmentOf(tree, ["wd_gone000000"]))).toEqual([]);
  });

  it("gets new ids, keeps its structure, and shares no objects with its original", () => {
    const original = fragmentOf(tree, [id]);
    const { records } = withNewIds(original, newId);
    expect(new Set([...idsOf({ schema: 1, records }), ...idsOf(original)]).size).toBe(6);
    for (const record of records.slice(1)) expect(record).toMatchObject({ kind: "node", parent: records[0]!.id });
    records[0]!.value.height = 5;
    expect(original.records[0]!.value.height).toBe(200);
  });

  it("is inserted between its new siblings in order, without changing them", () => {
    const copy = withNewIds(fragmentOf(tree, [id, "wd_bbbbbbbbbb"]), newId);
    const { records } = insertFragment(tree, copy, { parent: "page", index: 1 });
    expect(records.every(({ before }) => before === undefined)).toBe(true);
    const after = [...page, ...records.map((change) => change.after!)].filter(({ kind }) => kind === "widget");
    const [first, second] = topRecordsOf(copy).map((record) => record.id);
    expect(after.toSorted(byOrder).map((record) => record.id)).toEqual([id, first, second, "wd_bbbbbbbbbb"]);
  });

  it("of nodes is placed on another canvas at another position", () => {
    const copy = shiftFragment(withNewIds(fragmentOf(tree, [nodeId]), newId), { x: 16, y: 8 });
    const [change] = insertFragment(tree, copy, { parent: "wd_other00000", index: 0 }).records;
    expect(change!.after).toMatchObject({ parent: "wd_other00000", box: { x: 16, y: 8, w: 100, h: 30 } });
    const widgets = shiftFragment(fragmentOf(tree, [id]), { x: 16, y: 8 });
    expect(widgets.records).toEqual(fragmentOf(tree, [id]).records);
  });
});

describe("a fragment with groups", () => {
  const innerGroupId = "gr_bbbbbbbbbb";
  const groupedTree = treeOfRecords([
    canvas(id),
    group(groupId, id),
    node(nodeId, groupId),
    group(innerGroupId, groupId, { order: "a1" }),
    node("nd_bbbbbbbbbb", innerGroupId),
  ] as PageRecord[]);

  it("contains a group with all its descendants, parents first", () => {
    expect(idsOf(fragmentOf(groupedTree, [groupId]))).toEqual([groupId, nodeId, innerGroupId, "nd_bbbbbbbbbb"]);
    expect(idsOf(fragmentOf(groupedTree, ["nd_bbbbbbbbbb", innerGroupId, nodeId, groupId]))).toEqual([
      groupId,
      nodeId,
      innerGroupId,
      "nd_bbbbbbbbbb",
    ]);
  });

  it("keeps its tree under new ids, and moves with all its nodes", () => {
    const copy = shiftFragment(withNewIds(fragmentOf(groupedTree, [groupId]), newId), { x: 16, y: 8 });
    const records = insertFragment(groupedTree, copy, { parent: id, index: 1 }).records.map(({ after }) => after!);
    const [top, first, nested, second] = records;
    expect(records.map(({ kind }) => kind)).toEqual(["group", "node", "group", "node"]);
    expect(top).toMatchObject({ parent: id });
    expect([first, nested]).toMatchObject([{ parent: top!.id, box: { x: 16, y: 8 } }, { parent: top!.id }]);
    expect(second).toMatchObject({ parent: nested!.id, box: { x: 16, y: 8 } });
    expect(
      records.filter((record) => fragmentOf(groupedTree, [id]).records.some((original) => original.id === record.id)),
    ).toEqual([]);
  });

  it("of a whole canvas keeps the positions of its nodes", () => {
    expect(shiftFragment(fragmentOf(groupedTree, [id]), { x: 16, y: 8 })).toEqual(fragmentOf(groupedTree, [id]));
  });
});

it("gives a page in the code the same ids on every run", () => {
  const ids = Object.keys(home.document.records);
  expect(ids[0]).toBe("wd_hero000001");
  expect(new Set(ids).size).toBe(ids.length);
  const parts = [{ name: "canvas", value: {}, nodes: [{ type: "text", box: { x: 0, y: 0, w: 1, h: 1 }, value: {} }] }];
  const { records } = pageOfParts(home.document.setting, parts, ({ kind }) =>
    kind === "widget" ? "wd_one00" : "nd_two00",
  );
  expect(records).toEqual({
    wd_one00: { kind: "widget", id: "wd_one00", order: "a0", name: "canvas", value: {} },
    nd_two00: {
      kind: "node",
      id: "nd_two00",
      order: "a0",
      type: "text",
      parent: "wd_one00",
      box: { x: 0, y: 0, w: 1, h: 1 },
      value: {},
    },
  });
});

describe("a clipboard", () => {
  const read = (records: unknown, properties: object = {}) =>
    readFragment(JSON.stringify({ schema: 1, records, ...properties }))?.fragment;

  it("returns a fragment as it was copied, upgraded from earlier versions", () => {
    const { records } = fragmentOf(tree, [id, "wd_bbbbbbbbbb"]);
    expect(read(records)?.records).toEqual(records);
    const withoutCanvas = [group(groupId, id), node(nodeId, groupId)];
    expect(read(withoutCanvas)?.records).toEqual(withoutCanvas);
    expect(read([widget(id, { name: "ledger", value: {} })])?.records[0]).toMatchObject({ version: 2 });
  });

  it.each(["", "text", "{", "null", "[]", "{}", '{"schema":2,"records":[]}', '{"schema":1,"records":{}}'])(
    "refuses %j",
    (text) => {
      expect(readFragment(text)).toBeUndefined();
    },
  );

  it.each([
    ["are their own ancestors", [group(groupId, "gr_bbbbbbbbbb"), group("gr_bbbbbbbbbb", groupId)]],
    ["have a parent that holds no children", [widget(id), node(nodeId, id)]],
    ["are nested in too many groups", [canvas(id), ...groupsInGroups(id, 9)]],
  ])("refuses records that %s", (_what, records) => {
    expect(read(records)).toBeUndefined();
    expect(read([widget("wd_bbbbbbbbbb"), ...records])).toBeUndefined();
  });

  it("refuses duplicate ids, too many records, and additional properties", () => {
    expect(read([widget(id), widget(id)])).toBeUndefined();
    expect(read(Array.from({ length: 5001 }, (_, n) => widget(`wd_n${n}00000`)))).toBeUndefined();
    expect(read([widget(id)], { script: "x" })).toBeUndefined();
  });

  // Invalid values are refused later by the save; other invalid records are refused here.
  it.each(hostileRecords)("refuses an invalid record or returns it in a valid shape: %s", (_what, records) => {
    const fragment = read(records);
    const shapes =
      fragment?.records.map(({ kind, value, order }) => [kind, typeof value, /^[A-Za-z0-9]+$/.test(order)]) ?? [];
    for (const [kind, value, isOrdered] of shapes)
      expect([["widget", "node", "group"].includes(String(kind)), value, isOrdered]).toEqual([true, "object", true]);
    expect(fragment === undefined || fragment.records.length === records.length).toBe(true);
  });
});
