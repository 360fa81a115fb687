/** Components from elsewhere on a page of the builder, without a browser: inserting, adapting to the site, and later editions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageDocument } from "#kit/document-schema.ts";
import { setField } from "#kit/edit.ts";
import { applyChange, invert, type PageChange, type PageDocument, type PageRecord } from "#kit/page.ts";
import { orphans, widgetsOf } from "#kit/page-tree.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { adaptPart, type AdaptedPart, type ForeignPart, loadTypesOf } from "#features/builder/document/foreign-part.ts";
import { insertPart, type PartInsertion } from "#features/builder/document/insert-part.ts";
import { changeWithFiles, copiedFiles, copiesOn, updateCopy } from "#features/builder/document/part-update.ts";
import { missingLocales } from "#features/builder/document/text-place.ts";

const item = "01990d7a-6a9b-7c43-9c1f-3b2a1e0d4c5b";
const words = (text: string) => ({ zh: `${text}（中）`, en: text });
const notice = (n: number, heading = `Notice ${n}`, more: object = {}): PageRecord => ({
  kind: "widget",
  id: `wd_notice${n}`,
  order: `a${n}`,
  name: "notice",
  value: { heading: words(heading), text: words("Text"), link: null, url: null },
  ...more,
});
const canvas = (n: number): PageRecord => ({
  kind: "widget",
  id: `wd_canvas${n}`,
  order: `a${n}`,
  name: "canvas",
  value: { height: 300, background: "paper" },
});
const node = (n: number, parent: string, more: object = {}): PageRecord => ({
  kind: "node",
  id: `nd_node${n}`,
  order: `a${n}`,
  type: "text",
  parent,
  box: { x: 10 * n, y: 10, w: 100, h: 30 },
  value: { title: words(`Node ${n}`), size: 16, color: "brand" },
  ...more,
});
const group = (n: number, parent: string): PageRecord => ({
  kind: "group",
  id: `gr_group${n}`,
  order: `a${n}`,
  parent,
  value: { name: "Group" },
});
const setting = { title: words("Mine"), description: {}, showHead: true, showFoot: true };
const pageOf = (records: PageRecord[]): PageDocument => ({
  schema: 1,
  setting,
  records: Object.fromEntries(records.map((record) => [record.id, record])),
});
const mine = () => pageOf([notice(1, "One"), canvas(2), node(1, "wd_canvas2"), notice(3, "Three")]);
const withOrigin = (records: PageRecord[], edition = 1): PageRecord[] =>
  records.map((record) => ({ ...record, origin: { item, edition, record: record.id } }));
/** An item of two widgets, one of them with a group on its canvas. */
const records = () =>
  withOrigin([notice(5, "Five"), canvas(6), group(1, "wd_canvas6"), node(2, "gr_group1"), node(3, "wd_canvas6")]);
const part = (): ForeignPart => ({ records: records() });

const headings = (page: PageDocument) =>
  widgetsOf(page).map(({ name, value }) => (name === "canvas" ? "canvas" : (value.heading as { en: string }).en));
function inserted(result: ReturnType<typeof insertPart>): PartInsertion {
  if ("zh" in result) throw new Error(result.en);
  return result;
}
function adapted(result: ReturnType<typeof adaptPart>): AdaptedPart {
  if ("zh" in result) throw new Error(result.en);
  return result;
}
const after = (page: PageDocument, change: PageChange) => applyChange(page, change);
const noThemes = { from: {}, to: {} };

describe("inserting a part", () => {
  it("puts its widgets at an index, with new ids and everything on them, as one step of undo", () => {
    const store = createDocumentStore(mine());
    const before = JSON.stringify(store.page());
    const { change, select } = inserted(insertPart(store.page(), part(), { kind: "insert", index: 1 }));
    store.edit(change, { select });
    expect(headings(store.page())).toEqual(["One", "Five", "canvas", "canvas", "Three"]);
    expect(store.selected.get()).toEqual(
      widgetsOf(store.page())
        .slice(1, 3)
        .map(({ id }) => id),
    );
    expect(Object.keys(store.page().records).filter((id) => records().some((record) => record.id === id))).toEqual([]);
    expect(pageDocument.safeParse(store.page()).error).toBeUndefined();
    expect(orphans(store.page())).toEqual([]);
    const newGroup = change.records.find(({ id }) => id.startsWith("gr_"))!;
    expect(
      change.records.filter(({ after: record }) => (record as { parent?: string }).parent === newGroup.id),
    ).toHaveLength(1);
    expect(store.history.get().done).toHaveLength(1);
    store.undo();
    expect(JSON.stringify(store.page())).toBe(before);
  });

  it("B-194: replaces the widget at an index, which keeps its place, and says so when there is none there", () => {
    const page = mine();
    const single = { records: withOrigin([notice(5, "Five")]) };
    const { change, select } = inserted(insertPart(page, single, { kind: "replace", index: 1 }));
    const replaced = after(page, change);
    expect(headings(replaced)).toEqual(["One", "Five", "Three"]);
    expect(replaced.records[select[0]!]!.order).toBe(page.records.wd_canvas2!.order);
    expect(replaced.records.nd_node1).toBeUndefined();
    for (const other of ["wd_notice1", "wd_notice3"]) expect(replaced.records[other]).toBe(page.records[other]);
    expect(after(replaced, invert(change)).records).toEqual(page.records);
    for (const index of [-1, 3, 99])
      expect(insertPart(page, single, { kind: "replace", index })).toMatchObject({
        zh: expect.stringContaining("没有组件"),
      });
    const several = inserted(insertPart(page, part(), { kind: "replace", index: 0 }));
    expect(headings(after(page, several.change))).toEqual(["Five", "canvas", "canvas", "Three"]);
  });

  it("does not replace a locked widget", () => {
    const page = pageOf([notice(1, "One", { isLocked: true })]);
    expect(insertPart(page, part(), { kind: "replace", index: 0 })).toMatchObject({
      en: expect.stringContaining("locked"),
    });
  });

  it("appends, or replaces the whole page with its look, and keeps what says which page it is", () => {
    const page = { ...mine(), setting: { ...setting, title: { zh: "我的" }, isLogin: true } };
    const theirs = {
      ...setting,
      title: words("Theirs"),
      showFoot: false,
      isLogin: false,
      background: { color: "#123456" },
      popImage: { image: "/files/x.webp" },
    };
    const whole = { ...part(), setting: theirs };
    const appended = after(page, inserted(insertPart(page, whole, { kind: "append" })).change);
    expect(headings(appended)).toEqual(["One", "canvas", "Three", "Five", "canvas"]);
    expect(appended.setting).toEqual(page.setting);
    const { change } = inserted(insertPart(page, whole, { kind: "page" }));
    const replaced = after(page, change);
    expect(headings(replaced)).toEqual(["Five", "canvas"]);
    expect(replaced.setting).toEqual({
      ...page.setting,
      title: { zh: "我的", en: "Theirs" },
      showFoot: false,
      background: { color: "#123456" },
    });
    expect(after(replaced, invert(change))).toEqual(page);
  });

  it("takes nothing without widgets, and no more than a page may have", () => {
    expect(insertPart(mine(), { records: [] }, { kind: "append" })).toMatchObject({ en: expect.any(String) });
    expect(insertPart(mine(), { records: [node(2, "wd_gone")] }, { kind: "append" })).toMatchObject({
      en: expect.any(String),
    });
    const full = pageOf(Array.from({ length: 4999 }, (_, n) => notice(n, "x", { order: `b${n}a` })));
    expect(insertPart(full, part(), { kind: "append" })).toMatchObject({ en: expect.stringContaining("5000") });
    expect(headings(after(full, inserted(insertPart(full, part(), { kind: "page" })).change))).toHaveLength(2);
  });

  it("is undone byte for byte, whatever was there and wherever it goes", () => {
    const target = fc.oneof(
      fc.record({ kind: fc.constantFrom("insert" as const, "replace" as const), index: fc.nat({ max: 5 }) }),
      fc.record({ kind: fc.constantFrom("append" as const, "page" as const) }),
    );
    fc.assert(
      fc.property(fc.array(target, { minLength: 1, maxLength: 6 }), (targets) => {
        const store = createDocumentStore(mine());
        const before = JSON.stringify(Object.entries(store.page().records).toSorted());
        let steps = 0;
        for (const place of targets) {
          const result = insertPart(store.page(), part(), place);
          if ("zh" in result) continue;
          store.edit(result.change, { select: result.select });
          steps += 1;
          expect(orphans(store.page())).toEqual([]);
        }
        expect(store.history.get().done).toHaveLength(steps);
        for (let n = 0; n < steps; n += 1) store.undo();
        expect(JSON.stringify(Object.entries(store.page().records).toSorted())).toBe(before);
      }),
      { numRuns: 50 },
    );
  });
});

describe("adapting a part", () => {
  it("keeps texts of one language, and names the languages that miss them", () => {
    const only = { zh: "只有中文" };
    const { part: fit, report } = adapted(
      adaptPart(
        { records: [notice(1, "x", { value: { heading: only, text: words("Both"), link: null, url: null } })] },
        noThemes,
      ),
    );
    expect(fit.records[0]!.value.heading).toEqual(only);
    expect(report.missing).toEqual({ zh: 0, en: 1 });
    const { change, select } = inserted(insertPart(mine(), fit, { kind: "append" }));
    expect(missingLocales(after(mine(), change).records[select[0]!]!)).toEqual(["en"]);
  });

  it("makes settings that do not exist here those of a new component", async () => {
    const odd = node(1, "wd_canvas1", {
      value: {
        title: words("Node"),
        size: 16,
        color: "ultraviolet",
        gone: 1,
        borderSetting: { style: "wavy", size: 2 },
      },
    });
    await loadTypesOf([odd]);
    const { part: fit, report } = adapted(adaptPart({ records: [canvas(1), odd] }, noThemes));
    expect(fit.records[1]!.value).toEqual({
      title: words("Node"),
      size: 16,
      color: "dark",
      borderSetting: { style: null, size: 2 },
    });
    expect(report.settings).toBe(3);
  });

  it("maps colours of the other theme to those of the same name, the paper to none, and leaves others", () => {
    const themes = { from: { paper: "#fffaf2", brand: "#a63a12" }, to: { paper: "#ffffff", brand: "#112233" } };
    const backgroundOf = (color: string) =>
      adapted(adaptPart({ ...part(), setting: { ...setting, background: { color } } }, themes));
    expect(backgroundOf("#A63A12").part.setting!.background).toEqual({ color: "#112233" });
    expect(backgroundOf("#fffaf2").part.setting!.background).toEqual({ color: null });
    expect(backgroundOf("#abcdef").part.setting!.background).toEqual({ color: "#abcdef" });
    expect(["#a63a12", "#fffaf2", "#abcdef"].map((color) => backgroundOf(color).report.colors)).toEqual([1, 1, 0]);
  });

  it("counts pictures once, and refuses components that this program does not have", () => {
    const picture = { kind: "node", type: "image", value: { image: "/files/a.webp", alt: {} } };
    const pictures = [node(1, "wd_canvas1", picture), node(2, "wd_canvas1", picture)];
    expect(adapted(adaptPart({ records: [canvas(1), ...pictures] }, noThemes)).report.files).toBe(1);
    const unknown = notice(1, "x", { name: "hologram" });
    expect(adaptPart({ records: [unknown] }, noThemes)).toMatchObject({ en: expect.stringContaining("hologram") });
    expect(adaptPart({ records: [notice(1, "x", { order: "<" })] }, noThemes)).toMatchObject({
      en: expect.any(String),
    });
  });
});

describe("a later edition of an item", () => {
  /** A page with a copy of the item, and the ids of its records by those of the item. */
  function pageWithCopy() {
    const { change } = inserted(insertPart(mine(), part(), { kind: "append" }));
    const page = after(mine(), change);
    const ids = Object.fromEntries(change.records.map(({ id, after: record }) => [record!.origin!.record, id]));
    return { page, ids };
  }
  const latest = () => [
    notice(4, "New above"),
    notice(5, "Five, better"),
    canvas(6),
    group(1, "wd_canvas6"),
    node(2, "gr_group1", { box: { x: 99, y: 10, w: 100, h: 30 } }),
    node(7, "gr_group1"),
    notice(8, "New below"),
  ];

  it("changes what the item changed, adds and removes, keeps what was changed here, and is one step", () => {
    const { page, ids } = pageWithCopy();
    const store = createDocumentStore(page);
    // Here somebody wrote another text and enlarged a text on the canvas.
    store.edit(setField(store.record(ids.wd_notice5!)!, "text", words("My own")));
    store.edit(setField(store.record(ids.nd_node2!)!, "size", 40));
    const [copy, ...others] = copiesOn(store.page());
    expect(others).toEqual([]);
    expect(copy).toEqual({ item, edition: 1, widgets: [ids.wd_notice5, ids.wd_canvas6] });
    const change = updateCopy(store.page(), copy!, { edition: 2, before: records(), after: latest() });
    store.edit(change);
    const next = store.page();
    expect(headings(next)).toEqual(["One", "canvas", "Three", "New above", "Five, better", "canvas", "New below"]);
    expect(next.records[ids.wd_notice5!]!.value.text).toEqual(words("My own"));
    expect(next.records[ids.nd_node2!]).toMatchObject({ box: { x: 99 }, value: { size: 40 }, parent: ids.gr_group1 });
    expect(next.records[ids.nd_node3!]).toBeUndefined();
    const added = Object.values(next.records).find(({ origin }) => origin?.record === "nd_node7");
    expect(added).toMatchObject({ parent: ids.gr_group1, origin: { item, edition: 2 } });
    expect(orphans(next)).toEqual([]);
    expect(pageDocument.safeParse(next).error).toBeUndefined();
    expect(copiesOn(next).map(({ edition, widgets }) => [edition, widgets.length])).toEqual([[2, 4]]);
    store.undo();
    expect(store.record(ids.wd_notice5!)!.value).toMatchObject({ heading: words("Five"), text: words("My own") });
  });

  it("does not bring back what was removed here, and replaces settings when the earlier edition is unknown", () => {
    const { page, ids } = pageWithCopy();
    const store = createDocumentStore(page);
    store.edit({ records: [{ id: ids.wd_notice5!, before: store.record(ids.wd_notice5!)! }] });
    const [copy] = copiesOn(store.page());
    const withBase = after(
      store.page(),
      updateCopy(store.page(), copy!, { edition: 2, before: records(), after: latest() }),
    );
    expect(headings(withBase)).toEqual(["One", "canvas", "Three", "New above", "canvas", "New below"]);
    store.undo();
    store.edit(setField(store.record(ids.wd_notice5!)!, "text", words("My own")));
    const [whole] = copiesOn(store.page());
    const without = after(
      store.page(),
      updateCopy(store.page(), whole!, { edition: 2, before: undefined, after: latest() }),
    );
    expect(without.records[ids.wd_notice5!]!.value).toMatchObject({
      heading: words("Five, better"),
      text: words("Text"),
    });
    expect(headings(without)).toEqual(["One", "canvas", "Three", "New above", "Five, better", "canvas", "New below"]);
  });

  it("an item that was inserted twice is two copies; only the chosen one changes", () => {
    const once = pageWithCopy().page;
    const twice = after(once, inserted(insertPart(once, part(), { kind: "append" })).change);
    const [first, second] = copiesOn(twice);
    expect([first!.widgets.length, second!.widgets.length]).toEqual([2, 2]);
    const change = updateCopy(twice, second!, { edition: 2, before: records(), after: latest() });
    expect(headings(after(twice, change))).toEqual([
      "One",
      "canvas",
      "Three",
      "Five",
      "canvas",
      "New above",
      "Five, better",
      "canvas",
      "New below",
    ]);
  });

  it("a copied file replaces the one of the item, where the item brought a new one", () => {
    const image = (address: string) =>
      notice(5, "x", { name: "feature", value: { image: address, points: [{ icon: address }] } });
    const files = copiedFiles([image("/files/theirs.webp")], [image("/files/mine.webp")]);
    expect(files).toEqual(new Map([["/files/theirs.webp", "/files/mine.webp"]]));
    const change = { records: [{ id: "wd_notice5", after: image("/files/theirs.webp") }] };
    expect(changeWithFiles(change, files).records[0]!.after!.value).toEqual({
      image: "/files/mine.webp",
      points: [{ icon: "/files/mine.webp" }],
    });
  });
});
