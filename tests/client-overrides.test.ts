/** What differs in one of the four clients: settings, texts in one language, and places on a canvas. */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changeVariants, commonOf, editInClient, recordForClient } from "#kit/client-override.ts";
import { type ClientType, clientTypes } from "#kit/client-type.ts";
import { rebaseChange } from "#kit/edit.ts";
import { invert, type PageRecord } from "#kit/page.ts";
import { confirmText, markOutdated, outdatedTexts } from "#kit/outdated.ts";
import { readRecord } from "#render/page/read-page.ts";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { client } from "./support/client.ts";
import { canvas, node, setting, texts, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const [tenant] = await server.database.system((tx) =>
  tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
);
const agents: Record<ClientType, string> = {
  WapH5: "Mozilla/5.0 Safari/605",
  WeChat: "Mozilla/5.0 MicroMessenger/8.0",
  WeChatLite: "Mozilla/5.0 MicroMessenger/8.0 miniProgram",
  AppPlus: "Mozilla/5.0 Html5Plus/1.0",
};

let pageCount = 0;
async function createPage(records: object[]): Promise<{ path: string; pageId: string }> {
  const path = `/overrides-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  await call("POST api/sitepage/save", saved(pageId, records));
  return { path, pageId };
}
const saved = (pageId: string, records: object[]) => ({
  diyPageInfo: { pageId },
  baseRev: 0,
  changes: records.map((after) => ({ id: (after as { id: string }).id, after })),
  setting,
});

describe("published pages", () => {
  it("B-205: a client gets its own texts, in single languages, and places; the others get the common ones", async () => {
    const { path, pageId } = await createPage([
      widget("wd_aaaaaaaaaa", {
        value: { heading: { zh: "通用标题", en: "Common heading" } },
        overrides: { WeChat: { value: { heading: { zh: "微信标题" } } } },
      }),
      canvas("wd_bbbbbbbbbb", { order: "a1" }),
      node("nd_aaaaaaaaaa", "wd_bbbbbbbbbb", {
        overrides: { AppPlus: { box: { x: 321, y: 9, w: 100, h: 30 }, rotation: 12 } },
      }),
    ]);
    await call("POST Api/Java/PublishPage", { pageId });
    const read = async (name: ClientType, language: string) => {
      const address = `${server.url}${path}?language=${language}`;
      const { text } = await readPage(address, { host: `${tenant!.code}.localhost`, "user-agent": agents[name] });
      const words = text + text.replaceAll(/<[^>]*>/g, "");
      return ["通用标题", "Common heading", "微信标题", "321", "12deg"].filter((part) => words.includes(part));
    };
    // Twice, because the second answer comes from the cache of pages.
    for (const _ of [1, 2]) {
      expect(await read("WapH5", "zh")).toEqual(["通用标题"]);
      expect(await read("WeChat", "zh")).toEqual(["微信标题"]);
      expect(await read("WeChat", "en")).toEqual(["Common heading"]);
      expect(await read("WeChatLite", "zh")).toEqual(["通用标题"]);
      expect(await read("AppPlus", "zh")).toEqual(["通用标题", "321", "12deg"]);
    }
  });

  it("B-205: values of a client are checked as common ones are, by saving and by publishing, which name the client", async () => {
    const { pageId } = await createPage([widget("wd_aaaaaaaaaa")]);
    const save = (overrides: object) =>
      send("POST api/sitepage/save", { ...saved(pageId, [widget("wd_aaaaaaaaaa", { overrides })]), baseRev: 1 });
    const unknown = await save({ WeChat: { value: { html: "<b>" } } });
    expect(unknown.status).toBe(422);
    expect(JSON.stringify(unknown)).toContain("WeChat");
    expect((await save({ WeChat: { value: { heading: { en: "x".repeat(81) } } } })).status).toBe(422);
    expect((await save({ Firefox: { value: {} } })).status).toBe(422);
    expect((await save({ WeChat: { value: { heading: { zh: "", en: "" } } } })).status).toBe(200);
    const publish = await send("POST Api/Java/PublishPage", { pageId });
    expect(publish.status).toBe(422);
    expect(JSON.stringify(publish)).toContain("WeChat");
  });
});

const text = fc.constantFrom("", "a", "b");
const localized = fc.record({ zh: text, en: text }, { requiredKeys: [] });
const value = fc.record(
  { title: localized, size: fc.integer({ min: 1, max: 3 }), items: fc.array(text, { maxLength: 2 }) },
  { requiredKeys: [] },
);
const box = fc.record({ x: fc.integer({ min: 0, max: 3 }), y: fc.constant(0), w: fc.constant(9), h: fc.constant(9) });
const nodeRecord = fc
  .record({ value, box, rotation: fc.constantFrom(0, 30) })
  .map(({ rotation, ...rest }) => node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa", { ...rest, ...(rotation && { rotation }) }))
  .map((record) => record as PageRecord);
const clientType = fc.constantFrom(...clientTypes);
const withoutEmpty = (record: PageRecord): unknown =>
  JSON.parse(JSON.stringify(record), (_key, item: unknown) =>
    item === null || (typeof item === "object" && !Array.isArray(item) && Object.keys(item!).length === 0)
      ? undefined
      : item,
  );

describe("overrides of a record", () => {
  it("edits in clients come back as they were made, and change neither what is common nor other clients", () => {
    fc.assert(
      fc.property(nodeRecord, nodeRecord, nodeRecord, clientType, clientType, (common, one, two, first, second) => {
        fc.pre(first !== second);
        const once = editInClient(common, first, one);
        const twice = editInClient(once, second, two);
        expect(withoutEmpty(recordForClient(twice, first))).toEqual(withoutEmpty(one));
        expect(withoutEmpty(recordForClient(twice, second))).toEqual(withoutEmpty(two));
        expect(commonOf(twice)).toEqual(common);
        expect(changeVariants(twice, (variant) => variant)).toEqual(twice);
        expect(editInClient(once, first, common)).toEqual(common);
      }),
      { numRuns: 1000 },
    );
  });

  it("an undo takes back one's own client only, and a later one of somebody else stays", () => {
    const before = node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa") as PageRecord;
    const edited = (record: PageRecord, name: ClientType, zh: string) =>
      editInClient(record, name, {
        ...recordForClient(record, name),
        value: { title: { ...texts, zh } },
      } as PageRecord);
    const mine = edited(before, "WeChat", "我的");
    const both = edited(mine, "AppPlus", "别人的");
    const change = invert({ records: [{ id: before.id, before, after: mine }] });
    const [undone] = rebaseChange(change, () => both, setting as never).records;
    expect(undone!.after).toEqual(edited(before, "AppPlus", "别人的"));
  });

  it("a translation in a client is out of date when its other language changes there, and not in the others", () => {
    const before = node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa") as PageRecord;
    const after = editInClient(before, "WeChat", {
      ...before,
      value: { title: { ...texts, zh: "微信" } },
    } as PageRecord);
    const { record } = markOutdated(before, after, false);
    const [entry, ...others] = outdatedTexts(record);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ locale: "en", text: texts.en, source: texts.zh, current: "微信" });
    expect(outdatedTexts(confirmText(record, entry!))).toEqual([]);
  });

  it("versions name the settings that differ in a client", () => {
    const before = node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa") as PageRecord;
    const after = editInClient(before, "WeChat", { ...before, box: { x: 5, y: 0, w: 100, h: 30 } } as PageRecord);
    const pageOf = (record: PageRecord) => ({
      page: { schema: 1 as const, setting, records: { [record.id]: record } },
      broken: [],
    });
    expect(pageChanges(pageOf(before), pageOf(after), "en")[0]).toMatchObject({
      kind: "changed",
      fields: ["WeChat: Position and size"],
    });
  });

  it("a record of an unknown client, or with an invalid place in one, cannot be read", () => {
    const stored = (overrides: object) =>
      readRecord("nd_aaaaaaaaaa", node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa", { overrides }));
    expect(stored({ WeChat: { box: { x: 5, y: 0, w: 100, h: 30 } } }).record).toBeDefined();
    for (const overrides of [
      { Firefox: {} },
      { WeChat: { box: { x: 1e9, y: 0, w: 1, h: 1 } } },
      { WeChat: { rotation: 999 } },
      { WeChat: { parent: "wd_bbbbbbbbbb" } },
      { WeChat: { formats: { title: { zh: "<b>" } } } },
      [],
    ])
      expect(stored(overrides).record).toBeUndefined();
  });
});

describe("the document of the builder", () => {
  it("edits, adds and removes in the view of a client, and undo gives the first document", () => {
    const records = {
      wd_aaaaaaaaaa: canvas("wd_aaaaaaaaaa") as PageRecord,
      nd_aaaaaaaaaa: node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa") as PageRecord,
    };
    const page = { schema: 1 as const, setting, records };
    const store = createDocumentStore(page);
    let shown = 0;
    store.onRecord("nd_aaaaaaaaaa", () => (shown += 1));
    store.showClient("WeChat");
    const before = store.record("nd_aaaaaaaaaa")!;
    const after = { ...before, label: "Name", box: { x: 7, y: 0, w: 100, h: 30 } } as PageRecord;
    store.edit({ records: [{ id: before.id, before, after }] });
    expect(store.record(before.id)).toMatchObject({ label: "Name", box: { x: 7 } });
    expect(store.stored.record(before.id)).toMatchObject({ label: "Name", box: { x: 0 } });
    shown = 0;
    store.showClient("AppPlus");
    expect(shown).toBe(1);
    expect(store.record(before.id)).toMatchObject({ box: { x: 0 } });
    store.edit({ records: [{ id: before.id, before: store.record(before.id)! }] });
    expect(store.record(before.id)).toBeUndefined();
    store.undo();
    expect(store.stored.record(before.id)).toMatchObject({ overrides: { WeChat: { box: { x: 7 } } } });
    store.undo();
    expect(store.page()).toEqual(page);
  });
});
