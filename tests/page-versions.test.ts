/** Pages of other versions of the program: content of earlier versions is upgraded, and content of later versions is kept. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { StoredPage } from "#kit/page.ts";
import { defineNode } from "#kit/node.ts";
import { defineWidget } from "#kit/widget.ts";
import { readChange, readPage, readRecord } from "#render/page/read-page.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const texts = { zh: "标题", en: "Heading" };
const setting = { title: texts, description: {}, showHead: true, showFoot: true };
const titleWidget = (id: string, more: object = {}) => ({
  kind: "widget",
  id,
  order: "a0",
  name: "page-title",
  value: { heading: texts },
  ...more,
});
/** A ledger of the first version, which had no caption. */
const ledger = {
  kind: "widget",
  id: "wd_ledger0001",
  order: "a1",
  name: "ledger",
  value: {
    eyebrow: null,
    heading: texts,
    lead: null,
    rows: [{ event: texts, device: "DEV-0001", state: "verified" }],
  },
};
const canvas = { kind: "widget", id: "wd_canvas0001", order: "a2", name: "canvas", value: { height: 200 } };
const node = (id: string, more: object = {}) => ({
  kind: "node",
  id,
  order: "a0",
  type: "text",
  parent: canvas.id,
  box: { x: 0, y: 0, w: 100, h: 30 },
  value: { title: texts },
  ...more,
});
const pageOf = (...records: { id: string }[]) =>
  ({ schema: 1, setting, records: Object.fromEntries(records.map((record) => [record.id, record])) }) as object;
const read = (stored: unknown) => readPage(stored as StoredPage);
const caption = { zh: "以下为示例数据", en: "Sample data" };

describe("reading a page", () => {
  it("leaves a current page unchanged", () => {
    const document = pageOf(titleWidget("wd_title00001"), canvas, node("nd_text000001"));
    expect(read(document)).toEqual({ page: document, broken: [] });
  });

  it("upgrades a value of an earlier version", () => {
    const { page, broken } = read(pageOf(ledger));
    expect(broken).toEqual([]);
    expect(page.records[ledger.id]).toEqual({ ...ledger, version: 2, value: { ...ledger.value, caption } });
  });

  it("keeps an empty record for each one that it cannot read, and lists it", () => {
    const { page, broken } = read(
      pageOf(
        titleWidget("wd_newer00001", { version: 9 }),
        titleWidget("wd_keys000001", { onclick: "alert(1)" }),
        titleWidget("wd_order00001", { order: "</style>" }),
        canvas,
        node("nd_box0000001", { box: { x: 1e9, y: 0, w: 1, h: 1 } }),
        node("nd_lost000001", { parent: "nowhere" }),
        titleWidget("what is no id"),
      ),
    );
    const unreadableIds = ["wd_newer00001", "wd_keys000001", "wd_order00001", "nd_box0000001", "nd_lost000001"];
    expect(broken.toSorted()).toEqual([...unreadableIds, "what is no id"].toSorted());
    expect(page.records.wd_newer00001).toMatchObject({ version: 9, name: "page-title", value: {} });
    expect(page.records.wd_keys000001).toEqual(titleWidget("wd_keys000001", { value: {} }));
    expect(page.records.wd_order00001).toMatchObject({ order: "a0", value: {} });
    expect(page.records.nd_box0000001).toMatchObject({ parent: canvas.id, value: {} });
    expect(Object.keys(page.records)).not.toContain("nd_lost000001");
  });

  it.each([
    [null],
    [5],
    ["page"],
    [[]],
    [{}],
    [{ schema: 2, setting, records: {} }],
    [{ schema: 1, setting: 5, records: [] }],
  ])("returns an empty page for %j", (stored) => {
    const { page, broken } = read(stored);
    expect(page.records).toEqual({});
    expect(broken).toEqual(["setting"]);
  });

  it("reports a record whose upgrade fails, and one under a wrong id", () => {
    expect(readRecord("wd_canvas0001", canvas).record).toEqual(canvas);
    expect(readRecord("wd_canvas0002", canvas).problem).toBeDefined();
    expect(readRecord("wd_ledger0001", { ...ledger, value: null }).problem).toBeDefined();
  });

  it("refuses a definition with a version but without an upgrade", () => {
    const shape = { title: texts, settings: {}, example: {}, Render: () => null };
    expect(() => defineWidget({ ...shape, name: "a", version: 2 })).toThrow(/upgrade/);
    expect(() => defineNode({ ...shape, type: "a", icon: () => null, size: { w: 1, h: 1 }, version: 2 })).toThrow(
      /upgrade/,
    );
  });
});

it("reads a change that a browser stored before an update, without invalid records", () => {
  const moved = { ...ledger, order: "a5" };
  const change = {
    records: [
      { id: ledger.id, before: ledger, after: moved },
      { id: "wd_title00001", after: titleWidget("wd_title00001") },
      { id: "wd_newer00001", after: titleWidget("wd_newer00001", { version: 9 }) },
      { id: "wd_gone000001", before: titleWidget("wd_gone000001") },
      5,
    ],
    setting: { before: setting, after: { ...setting, showHead: false } },
  };
  const { records, setting: changed } = readChange(change);
  expect(records.map(({ id }) => id)).toEqual([ledger.id, "wd_title00001", "wd_gone000001"]);
  expect(records[0]).toMatchObject({ before: { version: 2, order: "a1" }, after: { version: 2, order: "a5" } });
  expect(changed?.after.showHead).toBe(false);
  for (const stored of [undefined, null, 5, [], { records: 5 }]) expect(readChange(stored)).toEqual({ records: [] });
});

describe("a page in the database", async () => {
  const server = await sharedServer();
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  const hostName = await siteHost(server, owner);
  const { readPage: visit } = await import("./support/read-page.ts");
  const renderPage = async (path: string, language: string) =>
    visit(`${server.url}${path}?language=${language}`, { host: hostName });
  const laterRecord = titleWidget("wd_newer00001", { version: 9, order: "a3", value: { heading: texts, later: true } });
  const stored = pageOf(titleWidget("wd_title00001"), ledger, canvas, node("nd_text000001"));

  let pageId = "";
  beforeAll(async () => {
    const row = { type: "page", path: "/old", title: texts, description: texts };
    ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
    await storeDocument(stored);
  });
  const storeDocument = (document: object) =>
    server.database.system((tx) =>
      tx.rows(
        sql`update page set document = ${JSON.stringify(document)}::jsonb, rev = coalesce(rev, 0) + 1 where id = ${pageId}::uuid`,
      ),
    );
  const readStored = async () => {
    const [row] = await server.database.system((tx) =>
      tx.rows<{ text: string; records: Record<string, string>; status: string }>(sql`
        select document::text as text, (select jsonb_object_agg(key, value::text) from jsonb_each(document -> 'records')) as records, status
        from page where id = ${pageId}::uuid`),
    );
    return row!;
  };
  const openPage = async () => {
    const info = await call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} });
    const { diyPageInfo, rev } = info as CallOutput<"POST Api/SitePage/GetPageInfo">;
    return { ...diyPageInfo, rev };
  };
  const save = async (changes: { id: string; after?: unknown }[]) =>
    send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: (await openPage()).rev, changes });

  it("opens in the current version and stays stored byte for byte", async () => {
    const before = await readStored();
    expect((await openPage()).page.records[ledger.id]).toMatchObject({ version: 2, value: { caption } });
    expect((await send("POST Api/Java/PublishPage", { pageId })).status).toBe(200);
    for (const language of ["zh", "en"] as const) {
      const { status, text } = await renderPage("/old", language);
      expect([status, text.includes(`<caption>${caption[language]}</caption>`)]).toEqual([200, true]);
      expect(text).not.toContain('class="broken"');
    }
    expect((await readStored()).text).toBe(before.text);
    expect((await readStored()).status).toBe("published");
  });

  it("is stored in the current version only where it was edited", async () => {
    await storeDocument(stored);
    const before = await readStored();
    const answer = await save([
      { id: "wd_title00001", after: titleWidget("wd_title00001", { value: { heading: caption } }) },
    ]);
    expect(answer.status, answer.text).toBe(200);
    const after = await readStored();
    expect(after.status).toBe("changed");
    expect({ ...after.records, wd_title00001: "" }).toEqual({ ...before.records, wd_title00001: "" });
    // After the edit is reverted, the draft equals the published page.
    await save([{ id: "wd_title00001", after: titleWidget("wd_title00001") }]);
    expect(await readStored()).toMatchObject({ text: before.text, status: "published" });
  });

  it("accepts an edit of an editor opened before an update", async () => {
    await storeDocument(stored);
    const answer = await save([{ id: ledger.id, after: { ...ledger, order: "Zz" } }]);
    expect(answer.status, answer.text).toBe(200);
    expect((await openPage()).page.records[ledger.id]).toMatchObject({ version: 2, order: "Zz", value: { caption } });
    expect(JSON.parse((await readStored()).records[ledger.id]!)).toMatchObject({ version: 2, value: { caption } });
  });

  it("shows a part of a later version as broken, keeps it during other edits, and cannot be published with it", async () => {
    await storeDocument(pageOf(titleWidget("wd_title00001"), laterRecord, canvas, node("nd_wide000001", { z: 1 })));
    const before = await readStored();
    expect((await openPage()).broken.toSorted()).toEqual(["nd_wide000001", laterRecord.id]);
    expect((await save([{ id: "wd_title00001", after: titleWidget("wd_title00001", { order: "a05" }) }])).status).toBe(
      200,
    );
    expect((await readStored()).records[laterRecord.id]).toBe(before.records[laterRecord.id]);
    const published = await send("POST Api/Java/PublishPage", { pageId });
    expect(published.status).toBe(422);
    const { problems } = published.body.details as { problems: { id: string }[] };
    expect(problems.map(({ id }) => id).toSorted()).toEqual(["nd_wide000001", laterRecord.id]);
    for (const id of ["nd_wide000001", laterRecord.id]) {
      const { page } = await openPage();
      const moved = await save([{ id, after: { ...page.records[id], order: "a9" } }]);
      expect([moved.status, Object.keys(moved.body.fields as object)]).toEqual([422, [id]]);
      expect((await save([{ id }])).status).toBe(200);
    }
    expect((await send("POST Api/Java/PublishPage", { pageId })).status).toBe(200);
  });

  it("is shown to visitors without the unreadable part", async () => {
    const document = pageOf(
      titleWidget("wd_title00001"),
      laterRecord,
      canvas,
      node("nd_wide000001", { z: 1 }),
      node("nd_text000001"),
    );
    await server.database.system((tx) =>
      tx.rows(sql`update page_snapshot set document = ${JSON.stringify(document)}::jsonb
        where page_id = ${pageId}::uuid and id = (select snapshot_id from page where id = ${pageId}::uuid)`),
    );
    await send("POST Api/SitePage/Rollback", { pageId, snapshotId: (await publishedId())! });
    await expect.poll(async () => (await renderPage("/old", "en")).text.match(/class="broken"/g)?.length).toBe(2);
    expect((await renderPage("/old", "en")).text).toContain('data-node="nd_text000001"');
  });
  const publishedId = async () => {
    const versions = (await call("GET Api/SitePage/Snapshots", { pageId })) as CallOutput<"GET Api/SitePage/Snapshots">;
    return versions.find(({ isPublished }) => isPublished)?.id;
  };
});
