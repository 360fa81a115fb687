/** One part of a page is restored from a version: with its content, and only where it still has a place. */
import { describe, expect, it } from "vitest";
import { isRestorable, restorePart, restoreVersion } from "#features/builder/document/restore-part.ts";
import { applyChange, invert, type PageDocument, type PageRecord, settingId } from "#kit/page.ts";

const canvas = (id: string): PageRecord => ({ kind: "widget", id, order: id, name: "canvas", value: {} });
const group = (id: string, parent: string): PageRecord => ({ kind: "group", id, order: id, parent, value: {} });
const node = (id: string, parent: string, x = 0): PageRecord => ({
  kind: "node",
  id,
  order: id,
  parent,
  type: "rectangle",
  box: { x, y: 0, w: 10, h: 10 },
  value: {},
});
const pageOf = (...records: PageRecord[]): PageDocument => ({
  schema: 1,
  setting: { title: { zh: "页", en: "Page" }, description: {}, showHead: true, showFoot: true },
  records: Object.fromEntries(records.map((record) => [record.id, record])),
});

/** A page of which everything can be read. */
const whole = (page: PageDocument) => ({ page, broken: [] });

/** The page after the restoration, which must succeed, and whose reverse must give the page again. */
function restored(page: PageDocument, version: PageDocument, id: string, broken: string[] = []): PageDocument {
  const change = restorePart(whole(page), { page: version, broken }, id);
  if (typeof change === "string") throw new Error(change);
  const next = applyChange(page, change);
  expect(applyChange(next, invert(change))).toEqual(page);
  return next;
}

describe("a part of a page is restored from a version", () => {
  const version = pageOf(canvas("wd_a"), group("gr_a", "wd_a"), node("nd_a", "gr_a"), node("nd_b", "gr_a"));

  it("restores one node and leaves the others", () => {
    const page = pageOf(canvas("wd_a"), group("gr_a", "wd_a"), node("nd_a", "gr_a", 7), node("nd_b", "gr_a", 7));
    expect(restored(page, version, "nd_a")).toEqual(
      pageOf(canvas("wd_a"), group("gr_a", "wd_a"), node("nd_a", "gr_a"), node("nd_b", "gr_a", 7)),
    );
  });

  it("restores a component with its content: what was deleted, moved and added in it", () => {
    const other = [canvas("wd_b"), node("nd_c", "wd_b", 7)];
    const page = pageOf(canvas("wd_a"), node("nd_new", "wd_a"), ...other, node("nd_b", "wd_b", 7));
    expect(restored(page, version, "wd_a")).toEqual(pageOf(...Object.values(version.records), ...other));
    expect(restored(pageOf(...other), version, "wd_a")).toEqual(pageOf(...Object.values(version.records), ...other));
  });

  it("removes a part that the version does not have, and the group that becomes empty by it", () => {
    const added = [group("gr_new", "wd_a"), group("gr_inner", "gr_new"), node("nd_new", "gr_inner")];
    const page = pageOf(...Object.values(version.records), ...added);
    expect(restored(page, version, "nd_new")).toEqual(version);
    expect(restored(page, version, "gr_new")).toEqual(version);
  });

  it("refuses a node whose group is gone, and what would lose its place", () => {
    expect(restorePart(whole(pageOf(canvas("wd_a"))), whole(version), "nd_a")).toBe("orphan");
    const page = pageOf(canvas("wd_b"), node("nd_a", "wd_b"));
    expect(restorePart(whole(page), whole(version), "wd_b")).toBe("orphan");
  });

  it("restores the settings alone, and leaves what cannot be read in the version", () => {
    const page = {
      ...pageOf(node("nd_a", "wd_a", 7), canvas("wd_a")),
      setting: { ...version.setting, showHead: false },
    };
    expect(restored(page, version, settingId)).toEqual({ ...page, setting: version.setting });
    const broken = pageOf(canvas("wd_a"));
    expect(restored(page, broken, "wd_a", ["nd_a"])).toEqual(page);
  });

  it("leaves what cannot be read in the draft, which can only be removed", () => {
    const draft = { page: pageOf(canvas("wd_a"), node("nd_a", "wd_a"), node("nd_b", "wd_a", 7)), broken: ["nd_a"] };
    const full = whole(pageOf(canvas("wd_a"), node("nd_a", "wd_a", 3), node("nd_b", "wd_a", 3)));
    const readable = { records: [{ id: "nd_b", before: draft.page.records.nd_b, after: full.page.records.nd_b }] };
    expect(restoreVersion(draft, full)).toEqual(readable);
    expect(restorePart(draft, full, "wd_a")).toEqual(readable);
    expect(isRestorable(draft, full, "nd_a")).toBe(false);
    const without = whole(pageOf(canvas("wd_a"), node("nd_b", "wd_a", 7)));
    expect(isRestorable(draft, without, "nd_a")).toBe(true);
    expect(restorePart(draft, without, "nd_a")).toEqual({
      records: [{ id: "nd_a", before: draft.page.records.nd_a }],
    });
  });
});
