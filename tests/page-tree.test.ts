/** Nested groups on a canvas: parents and children, and orphans, however large or tangled the page. */
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
import { canvas, group, groupId, groupsInGroups, id, node, nodeId, setting } from "./support/hostile-pages.ts";

const pageOf = (records: object[]): PageDocument => ({
  schema: 1,
  setting,
  records: Object.fromEntries((records as PageRecord[]).map((record) => [record.id, record])),
});
const inner = "gr_bbbbbbbbbb";
const page = pageOf([
  node("nd_bbbbbbbbbb", inner),
  node(nodeId, groupId, { order: "a2" }),
  group(inner, groupId, { order: "a1" }),
  group(groupId, id, { order: "a1" }),
  node("nd_cccccccccc", id),
  canvas(id),
]);
const tree = treeOf(page);
const idsOf = (records: readonly PageRecord[]) => records.map((record) => record.id);
const problemsOf = (document: PageDocument) =>
  treeProblems(treeOf(document), Object.values(document.records), ({ kind }) => kind !== "node");

describe("a page with groups", () => {
  it("has its parts in their order, from back to front, down to the nodes", () => {
    expect(idsOf(childrenOf(tree, id))).toEqual(["nd_cccccccccc", groupId]);
    expect(idsOf(descendantsOf(tree, id))).toEqual(["nd_cccccccccc", groupId, inner, "nd_bbbbbbbbbb", nodeId]);
    expect(idsOf(leavesOf(tree, groupId))).toEqual(["nd_bbbbbbbbbb", nodeId]);
    expect(idsOf(leavesOf(tree, nodeId))).toEqual([nodeId]);
  });

  it("says what a part stands in, up to its canvas", () => {
    expect(ancestorsOf(tree.record, "nd_bbbbbbbbbb")).toEqual([inner, groupId, id]);
    expect(widgetAbove(tree.record, "nd_bbbbbbbbbb")?.id).toBe(id);
    expect([orphans(page), problemsOf(page)]).toEqual([[], []]);
  });
});

describe("what belongs nowhere", () => {
  it("is what stands on nothing, with everything in it", () => {
    const lost = pageOf([group(groupId, "wd_gone000000"), node(nodeId, groupId), canvas(id)]);
    expect(orphans(lost)).toEqual([groupId, nodeId]);
    expect(problemsOf(lost)).toEqual([
      { id: groupId, kind: "orphan" },
      { id: nodeId, kind: "orphan" },
    ]);
  });

  it("is what stands in a circle, which ends all the same", () => {
    const circle = treeOfRecords([group(groupId, inner), group(inner, groupId), node(nodeId, inner)] as PageRecord[]);
    expect(ancestorsOf(circle.record, nodeId)).toEqual([inner, groupId]);
    expect(widgetAbove(circle.record, nodeId)).toBeUndefined();
    expect(descendantsOf(circle, groupId).length).toBeLessThanOrEqual(2 * maxDepth);
  });

  it("is what stands in more groups than there may be, and no more than that is gone through", () => {
    const [fits, deep] = [maxDepth - 1, maxDepth].map((count) =>
      pageOf([canvas(id), ...groupsInGroups(id, count), node(nodeId, `gr_deep${count - 1}`)]),
    );
    expect(problemsOf(fits!)).toEqual([]);
    expect(problemsOf(deep!)).toEqual([{ id: nodeId, kind: "depth" }]);
    const endless = pageOf([canvas(id), ...groupsInGroups(id, 4000)]);
    expect(problemsOf(endless)).toHaveLength(4000 - maxDepth);
    expect(leavesOf(treeOf(endless), id)).toEqual([]);
    expect(ancestorsOf(treeOf(endless).record, "gr_deep3999")).toHaveLength(maxDepth + 1);
  });
});
