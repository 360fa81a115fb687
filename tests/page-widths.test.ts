/** What differs by the width of a page: styles, places on canvases and what is hidden, in one HTML for all widths. */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  changeVariants,
  commonOf,
  editAtWidth,
  editInClient,
  placedAt,
  recordAtWidth,
  recordForClient,
} from "#kit/client-override.ts";
import { rebaseChange } from "#kit/edit.ts";
import { shiftFragment } from "#kit/fragment.ts";
import { invert, type PageRecord } from "#kit/page.ts";
import { pageWidthAt, pageWidths } from "#kit/page-width.ts";
import { recordsCss } from "#render/page/style.ts";
import { readRecord } from "#render/page/read-page.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import { client } from "./support/client.ts";
import { canvas, group, groupId, node, setting, texts, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const [tenant] = await server.database.system((tx) =>
  tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
);

let pageCount = 0;
async function createPage(records: object[]): Promise<{ path: string; pageId: string }> {
  const path = `/widths-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  await call("POST api/sitepage/save", saved(pageId, records));
  return { path, pageId };
}
const saved = (pageId: string, records: object[], baseRev = 0) => ({
  diyPageInfo: { pageId },
  baseRev,
  changes: records.map((after) => ({ id: (after as { id: string }).id, after })),
  setting,
});
const [canvasId, nodeId] = ["wd_aaaaaaaaaa", "nd_aaaaaaaaaa"];
const textNode = (more: object = {}) => node(nodeId, canvasId, more) as PageRecord;
const pageOf = (...records: object[]) => ({
  schema: 1 as const,
  setting,
  records: Object.fromEntries(records.map((record) => [(record as PageRecord).id, record as PageRecord])),
});

describe("published pages", () => {
  it("carry what differs at widths as rules of these widths, in the same HTML for all, also for a client with values of its own", async () => {
    const box = { x: 24, y: 300, w: 342, h: 60 };
    const { path, pageId } = await createPage([
      canvas(canvasId, { overrides: { 768: { value: { height: 700 } } } }),
      node(nodeId, canvasId, {
        value: { title: texts, size: 48 },
        overrides: {
          1024: { value: { size: 36 } },
          480: { value: { size: 22 }, box },
          WeChat: { value: { title: { zh: "微信" } } },
        },
      }),
      widget("wd_bbbbbbbbbb", { order: "a1", overrides: { 768: { isHidden: true }, 480: { isHidden: false } } }),
    ]);
    await call("POST Api/Java/PublishPage", { pageId });
    for (const agent of ["Mozilla/5.0 Safari/605", "Mozilla/5.0 MicroMessenger/8.0"]) {
      const host = `${tenant!.code}.localhost`;
      const { text } = await readPage(`${server.url}${path}?language=zh`, { host, "user-agent": agent });
      const style = text.slice(text.indexOf("<style"), text.lastIndexOf("</style>"));
      const rules = [...style.matchAll(/@media \(width<=(\d+)px\)\{((?:\[data-[^}]*\})+)\}/g)];
      expect(rules.map(([, width]) => width)).toEqual(["1024", "768", "480"]);
      expect(rules[0]![2]).toContain("--size:36");
      expect(rules[1]![2]).toContain("--stage-height:");
      expect(rules[2]![2]).toMatch(/--x:24;.*--size:22/);
      expect(rules[2]![2]).toContain("--placed-position:absolute");
      // Hidden between 480 and 768 only, and there for all.
      expect(style).toContain(
        "@media (width<=768px) and (width>480px){[data-id=wd_bbbbbbbbbb]{display:none!important}}",
      );
      expect(text).toContain('data-id="wd_bbbbbbbbbb"');
    }
  });

  it("T-45: only settings that become styles may differ by width, within the limits of their types", async () => {
    const { pageId } = await createPage([canvas(canvasId), textNode()]);
    const save = (overrides: object) => send("POST api/sitepage/save", saved(pageId, [textNode({ overrides })], 1));
    for (const override of [
      { value: { title: { zh: "x" } } },
      { value: { url: "/x" } },
      { value: { size: "16px;}body{display:none}" } },
      { value: { color: "red;background:url(//x)" } },
      { value: { size: 9999 } },
      { box: { x: 1e9, y: 0, w: 1, h: 1 } },
      { isHidden: "yes" },
      { formats: {} },
    ]) {
      const response = await save({ 480: override });
      expect([override, response.status]).toEqual([override, 422]);
    }
    expect((await save({ 481: {} })).status).toBe(422);
    const refused = await save({ 480: { value: { title: { zh: "x" } } } });
    expect(JSON.stringify(refused)).toContain("480 px and narrower");
    expect((await save({ 480: { value: { size: 20 }, isHidden: true } })).status).toBe(200);
  });
});

describe("the rules of widths", () => {
  it("T-45: have numbers, colours of the palette and names of the program only, whatever a document says", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom("</style>", "red}body{display:none", "url(//x)", "1px;color:red", Number.NaN, 1e99, null, {}),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.constantFrom(...pageWidths), (size, color, x, width) => {
        const css = recordsCss(
          pageOf(
            canvas(canvasId, { overrides: { [width]: { value: { height: size } } } }),
            textNode({
              overrides: { [width]: { value: { size, color, alignment: color }, box: { x, y: 0, w: 1, h: 1 } } },
            }),
          ),
        );
        expect(css).not.toMatch(/url|<[^=]|body|color:red/);
        for (const [, value] of css.matchAll(/--x:([^;}]*)/g)) expect(Number.isFinite(Number(value))).toBe(true);
        expect(css.split("{").length).toBe(css.split("}").length);
      }),
      { numRuns: 500 },
    );
  });

  it("name what differs from the next wider width, and take back what is gone", () => {
    const css = recordsCss(
      pageOf(
        canvas(canvasId),
        textNode({
          value: { title: texts, size: 48, borderSetting: { size: 2 } },
          overrides: { 1024: { value: { size: 40 } }, 768: { value: { size: 40, borderSetting: null } } },
        }),
      ),
    );
    const [, at768] = css.split("@media (width <= 768px)");
    expect(css).toContain('@media (width <= 1024px){[data-node="nd_aaaaaaaaaa"]{--size:40}}');
    expect(at768).toContain("border:initial");
    expect(at768).not.toContain("--size");
    expect(recordsCss(pageOf(canvas(canvasId), textNode()))).not.toContain("@media");
  });
});

it("a group that is hidden at a width is hidden on the page there, with its nodes", () => {
  const css = recordsCss(
    pageOf(
      canvas(canvasId),
      group(groupId, canvasId, { overrides: { 768: { isHidden: true }, 480: { isHidden: false } } }),
      node(nodeId, groupId),
    ),
  );
  const rule = '{[data-group="gr_aaaaaaaaaa"]{display:none!important}}';
  expect(css.split("@media ").slice(1)).toEqual([`(width <= 768px) and (width > 480px)${rule}`]);
});

const settings = ["size", "color"];
const value = fc.record({ size: fc.integer({ min: 1, max: 3 }), title: fc.constantFrom("a", "b") });
const box = fc.record({ x: fc.integer({ min: 0, max: 3 }), y: fc.constant(0), w: fc.constant(9), h: fc.constant(9) });
const nodeRecord = fc
  .record({ value, box, rotation: fc.constantFrom(0, 30), isHidden: fc.boolean() })
  .map(({ rotation, isHidden, ...rest }) =>
    textNode({ ...rest, ...(rotation && { rotation }), ...(isHidden && { isHidden }) }),
  );
const withoutOverrides = (record: PageRecord) => ({ ...record, overrides: undefined });

describe("overrides of widths", () => {
  it("an edit at a width comes back there and at narrower ones; texts are common, and wider widths stay", () => {
    fc.assert(
      fc.property(nodeRecord, nodeRecord, (hideable, edited) => {
        const record = { ...hideable } as PageRecord;
        delete record.isHidden;
        const after = editAtWidth(record, { width: 1024, settings }, edited);
        for (const width of pageWidths)
          expect(withoutOverrides(recordAtWidth(after, width))).toEqual(withoutOverrides(edited));
        expect(commonOf(after)).toEqual({ ...record, value: { ...record.value, title: edited.value.title } });
        const back = editAtWidth(after, { width: 1024, settings }, {
          ...record,
          value: { ...record.value, title: edited.value.title },
        } as PageRecord);
        expect(Object.keys(back.overrides?.[1024] ?? {}).filter((key) => key !== "box")).toEqual([]);
        expect(changeVariants(after, (variant) => variant)).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it("a narrower width inherits from a wider one, and both lie over a client's own values", () => {
    const at1024 = editAtWidth(
      textNode({ value: { size: 3, color: "dark" } }),
      { width: 1024, settings },
      textNode({ value: { size: 2, color: "dark" } }),
    );
    const at480 = editAtWidth(at1024, { width: 480, settings }, {
      ...recordAtWidth(at1024, 480),
      value: { size: 2, color: "brand" },
    } as PageRecord);
    expect(at480.overrides).toEqual({ 1024: { value: { size: 2 } }, 480: { value: { color: "brand" } } });
    const inClient = editInClient(at480, "WeChat", { ...at480, value: { size: 9, color: "info" } } as PageRecord);
    const shown = recordForClient(inClient, "WeChat");
    expect(shown.value).toEqual({ size: 9, color: "info" });
    expect(recordAtWidth(shown, 768).value).toEqual({ size: 2, color: "info" });
    expect(recordAtWidth(shown, 480).value).toEqual({ size: 2, color: "brand" });
  });

  it("a node in a stack is not moved by an edit; with an own place it is, however narrow its canvas", () => {
    const moved = { x: 5, y: 5, w: 50, h: 20 };
    const stacked = editAtWidth(textNode(), { width: 480, settings }, textNode({ box: moved }));
    expect(stacked).toEqual(textNode());
    const placed = textNode({ overrides: { 768: { box: moved } } });
    expect([1024, 768, 480].map((width) => placedAt(placed, width as 480))).toEqual([undefined, 768, 768]);
    const again = editAtWidth(placed, { width: 480, settings }, {
      ...recordAtWidth(placed, 480),
      box: { ...moved, x: 9 },
    } as PageRecord);
    expect(placedAt(again, 480)).toBe(480);
    const [copy] = shiftFragment({ schema: 1, records: [again] }, { x: 1, y: 2 }).records;
    expect([copy!.overrides?.[768], copy!.overrides?.[480]]).toMatchObject([
      { box: { x: 6, y: 7 } },
      { box: { x: 10, y: 7 } },
    ]);
  });

  it("the narrowest width that a page fits into counts", () => {
    expect([1440, 1025, 1024, 769, 768, 480, 390].map(pageWidthAt)).toEqual([
      undefined,
      undefined,
      1024,
      1024,
      768,
      480,
      480,
    ]);
  });

  it("an undo takes back one width only, and a later edit at another one stays", () => {
    const before = textNode({ value: { size: 1 } });
    const mine = editAtWidth(before, { width: 480, settings }, textNode({ value: { size: 2 } }));
    const both = editAtWidth(mine, { width: 768, settings }, { ...mine, value: { size: 3 } } as PageRecord);
    const change = invert({ records: [{ id: before.id, before, after: mine }] });
    const [undone] = rebaseChange(change, () => both, setting as never).records;
    expect(undone!.after!.overrides).toEqual({ 768: { value: { size: 3 } } });
  });

  it("versions name what differs at a width, and unknown widths cannot be read", () => {
    const read = (record: PageRecord) => ({ page: pageOf(record), broken: [] });
    const after = textNode({ overrides: { 480: { isHidden: true } } });
    expect(pageChanges(read(textNode()), read(after), "zh")[0]).toMatchObject({ fields: ["宽度 480 及以下：隐藏"] });
    expect(readRecord(nodeId, after).record).toEqual(after);
    for (const overrides of [{ 500: {} }, { 480: { formats: {} } }, { 480: { parent: canvasId } }])
      expect(readRecord(nodeId, textNode({ overrides })).record).toBeUndefined();
  });
});

describe("the document of the builder", () => {
  it("shows the width in view, edits it alone while it is edited, and undo gives the first document in one step each", () => {
    const page = pageOf(canvas(canvasId), textNode({ value: { title: texts, size: 48 } }));
    const store = createDocumentStore(page);
    store.showWidth(480, true);
    const before = store.record(nodeId)!;
    const after = { ...before, value: { ...before.value, size: 20 } } as PageRecord;
    store.edit({ records: [{ id: nodeId, before, after }] });
    expect(store.record(nodeId)!.value.size).toBe(20);
    store.showWidth(480, false);
    expect([store.record(nodeId)!.value.size, store.shown(nodeId)!.value.size]).toEqual([48, 20]);
    store.showWidth(undefined, true);
    expect([store.record(nodeId)!.value.size, store.shown(nodeId)!.value.size]).toEqual([48, 48]);
    store.undo();
    expect(store.page()).toEqual(page);
  });
});
