/** Nested groups on a canvas: parents, children and orphans, also on large and invalid pages. */
import { describe, expect, it } from "vitest";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  leavesOf,
  maxDepth,
  orphans,
  treeOf,
  treeOfRecords,
  treeProblems,
  widgetAbove,
} from "#kit/page-tree.ts";
import {
  canvas,
  group,
  groupId,
  groupsInGroups,
  id as widgetId,
  node,
  nodeId,
  setting,
} from "./support/hostile-pages.ts";

const pageOf = (records: object[]): PageDocument => ({
  schema: 1,
  setting,
  records: Object.fromEntries((records as PageRecord[]).map((record) => [record.id, record])),
});
const innerGroup = "gr_bbbbbbbbbb";
const page = pageOf([
  node("nd_bbbbbbbbbb", innerGroup),
  node(nodeId, groupId, { order: "a2" }),
  group(innerGroup, groupId, { order: "a1" }),
  group(groupId, widgetId, { order: "a1" }),
  node("nd_cccccccccc", widgetId),
  canvas(widgetId),
]);
const tree = treeOf(page);
const idsOf = (records: readonly PageRecord[]) => records.map((record) => record.id);
const problemsOf = (document: PageDocument) =>
  treeProblems(treeOf(document), Object.values(document.records), ({ kind }) => kind !== "node");

describe("a page with groups", () => {
  it("lists its parts in order, from back to front, down to the nodes", () => {
    expect(idsOf(childrenOf(tree, widgetId))).toEqual(["nd_cccccccccc", groupId]);
    expect(idsOf(descendantsOf(tree, widgetId))).toEqual([
      "nd_cccccccccc",
      groupId,
      innerGroup,
      "nd_bbbbbbbbbb",
      nodeId,
    ]);
    expect(idsOf(leavesOf(tree, groupId))).toEqual(["nd_bbbbbbbbbb", nodeId]);
    expect(idsOf(leavesOf(tree, nodeId))).toEqual([nodeId]);
  });

  it("finds the ancestors of a part up to its canvas", () => {
    expect(ancestorsOf(tree.record, "nd_bbbbbbbbbb")).toEqual([innerGroup, groupId, widgetId]);
    expect(widgetAbove(tree.record, "nd_bbbbbbbbbb")?.id).toBe(widgetId);
    expect([orphans(page), problemsOf(page)]).toEqual([[], []]);
  });
});

describe("an invalid part", () => {
  it("is one without a parent, with all its descendants", () => {
    const withOrphans = pageOf([group(groupId, "wd_gone000000"), node(nodeId, groupId), canvas(widgetId)]);
    expect(orphans(withOrphans)).toEqual([groupId, nodeId]);
    expect(problemsOf(withOrphans)).toEqual([
      { id: groupId, kind: "orphan" },
      { id: nodeId, kind: "orphan" },
    ]);
  });

  it("is one in a cycle: each ancestor is listed once, and the descendants end at the maximum depth", () => {
    const cycle = treeOfRecords([
      group(groupId, innerGroup),
      group(innerGroup, groupId),
      node(nodeId, innerGroup),
    ] as PageRecord[]);
    expect(ancestorsOf(cycle.record, nodeId)).toEqual([innerGroup, groupId]);
    expect(widgetAbove(cycle.record, nodeId)).toBeUndefined();
    expect(descendantsOf(cycle, groupId).length).toBeLessThanOrEqual(2 * maxDepth);
  });

  it("is one nested too deep, which is followed only to the limit", () => {
    const [validPage, tooDeepPage] = [maxDepth - 1, maxDepth].map((count) =>
      pageOf([canvas(widgetId), ...groupsInGroups(widgetId, count), node(nodeId, `gr_deep${count - 1}`)]),
    );
    expect(problemsOf(validPage!)).toEqual([]);
    expect(problemsOf(tooDeepPage!)).toEqual([{ id: nodeId, kind: "depth" }]);
    const deepestPage = pageOf([canvas(widgetId), ...groupsInGroups(widgetId, 4000)]);
    expect(problemsOf(deepestPage)).toHaveLength(4000 - maxDepth);
    expect(leavesOf(treeOf(deepestPage), widgetId)).toEqual([]);
    expect(ancestorsOf(treeOf(deepestPage).record, "gr_deep3999")).toHaveLength(maxDepth + 1);
  });
});
