/** The list of differences between two versions of a page says of what cannot be read that it cannot be read, and nothing more. */
import { describe, expect, it } from "vitest";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import type { PageDocument, StoredPage } from "#kit/page.ts";
import { settingId } from "#kit/page.ts";
import { readPage } from "#render/page/read-page.ts";

const title = { zh: "页", en: "Page" };
const setting = { title, description: {}, showHead: true, showFoot: true };
const canvas = { kind: "widget", id: "wd_canvas0001", order: "a0", name: "canvas", value: { height: 200 } };
const node = (id: string, more: object = {}) => ({
  kind: "node",
  id,
  order: "a0",
  type: "text",
  parent: canvas.id,
  box: { x: 0, y: 0, w: 100, h: 30 },
  value: { title: { zh: id, en: id } },
  ...more,
});
/** A node that a later version of the program saved. */
const later = (id: string) => node(id, { version: 999 });
const read = (records: readonly { id: string }[], settings: object = setting) =>
  readPage({
    schema: 1,
    setting: settings,
    records: Object.fromEntries([canvas, ...records].map((record) => [record.id, record])),
  } as unknown as StoredPage);
const kindsOf = (before: ReturnType<typeof read>, after: ReturnType<typeof read>) =>
  pageChanges(before, after, "en").map(({ id, kind, fields }) => [id, kind, ...fields]);

describe("differences of what cannot be read", () => {
  it("names no settings of a record that one side cannot read, whichever side", () => {
    const readable = read([node("nd_aaaaaaaaaa")]);
    const unreadable = read([later("nd_aaaaaaaaaa")]);
    expect(unreadable.broken).toEqual(["nd_aaaaaaaaaa"]);
    expect(kindsOf(readable, unreadable)).toEqual([["nd_aaaaaaaaaa", "unreadable"]]);
    expect(kindsOf(unreadable, readable)).toEqual([["nd_aaaaaaaaaa", "unreadable"]]);
    // Its name is that of the side that can be read.
    for (const [before, after] of [
      [readable, unreadable],
      [unreadable, readable],
    ] as const)
      expect(pageChanges(before, after, "en")[0]!.name).toContain("nd_aaaaaaaaaa");
  });

  it("says that a record was added or removed although it cannot be read", () => {
    const [empty, unreadable] = [read([]), read([later("nd_aaaaaaaaaa")])];
    expect(kindsOf(empty, unreadable)).toEqual([["nd_aaaaaaaaaa", "added"]]);
    expect(kindsOf(unreadable, empty)).toEqual([["nd_aaaaaaaaaa", "removed"]]);
    expect(kindsOf(unreadable, unreadable)).toEqual([]);
  });

  it("names no settings of the page when one side cannot read them", () => {
    const readable = read([]);
    const unreadable = read([], { title: 7 });
    expect(unreadable.broken).toEqual([settingId]);
    expect(kindsOf(readable, unreadable)).toEqual([[settingId, "unreadable"]]);
    const hidden: PageDocument["setting"] = { ...setting, showHead: false };
    expect(kindsOf(readable, read([], hidden))[0]?.slice(0, 2)).toEqual([settingId, "changed"]);
  });
});
