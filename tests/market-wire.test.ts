/** The calls of the contract about cloud widgets, cloud pages and groups: they edit the draft of a page. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { contentOf } from "./support/client.ts";
import { canvas, node } from "./support/hostile-pages.ts";
import { heading, marketReviewer, marketSpace } from "./support/market.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const [maker, taker, reviewer] = await Promise.all([marketSpace(server), marketSpace(server), marketReviewer(server)]);
const [titleId, canvasId, textId, lastId] = ["wd_titletitle", "wd_canvascanv", "nd_texttextte", "wd_lastlastla"];
type PageInfo = CallOutput<"GET Api/CloudPage/Copy">;

let [sourceId, cloudPageId, groupId] = ["", "", ""];
/** The maker offers a page, and two of its sections as a group. */
beforeAll(async () => {
  sourceId = await maker.page([
    heading(titleId, "云", "Cloud heading"),
    canvas(canvasId, { order: "a1" }),
    node(textId, canvasId),
  ]);
  ({ id: cloudPageId } = await maker.offer({ kind: "page", pageId: sourceId, name: sameText("Cloud page of wire") }));
  ({ id: groupId } = await maker.offer({
    kind: "group",
    pageId: sourceId,
    recordIds: [titleId, canvasId],
    name: sameText("Cloud group of wire"),
    classId: "medical",
  }));
  for (const id of [cloudPageId, groupId]) await reviewer.decide(id, "accept");
});

const headings = (info: PageInfo) => info.diyPageInfo.page.widgets!.map(({ widgetId, title }) => title || widgetId);
/** A page of the taker with two headings. */
const target = () =>
  taker.page([heading(titleId, "旧", "Old first"), heading(lastId, "末", "Old last", { order: "a1" })]);

describe("cloud widgets", () => {
  it("E-089, N-018: are saved from a component of an own page by name, picture and the id of its data", async () => {
    const image = await maker.picture("#0a0b0c");
    const saved = await maker.call("POST Api/WidgetCloud/Save", {
      name: "Wire widget",
      image,
      widgetId: `${sourceId}.${titleId}`,
    });
    expect(saved).toEqual({ id: expect.any(String), name: "Wire widget", image, widgetId: "page-title" });
    const foreign = await taker.send("POST Api/WidgetCloud/Save", { name: "X", widgetId: `${sourceId}.${titleId}` });
    expect(foreign.status).toBe(404);
  });

  it("E-087: are listed by their component, by name or by data, own ones at once and those of others when they are offered", async () => {
    const name = "Listed widget";
    const saved = (await maker.call("POST Api/WidgetCloud/Save", { name, widgetId: `${sourceId}.${titleId}` })) as {
      id: string;
    };
    const listed = async (space: typeof maker, widgetId: string) =>
      ((await space.call("GET Api/WidgetCloud/List", { widgetId })) as { id: string }[]).filter(
        ({ id }) => id === saved.id,
      );
    const entry = { id: saved.id, name, image: "", widgetId: "page-title" };
    expect(await listed(maker, "page-title")).toEqual([entry]);
    expect(await listed(maker, `${sourceId}.${titleId}`)).toEqual([entry]);
    expect(await listed(maker, "hero")).toEqual([]);
    expect(await listed(taker, "page-title")).toEqual([]);
    expect((await reviewer.decide(saved.id, "accept")).status).toBe(200);
    expect(await listed(taker, "page-title")).toEqual([entry]);
  });

  it("E-088, B-194: are copied to the end of a page, or in place of the component at its position, with their canvas", async () => {
    const { id } = await maker.offer({
      kind: "widget",
      pageId: sourceId,
      recordIds: [canvasId],
      name: sameText("Canvas"),
    });
    expect((await reviewer.decide(id, "accept")).status).toBe(200);
    const sitePageId = await target();
    const copied = (await taker.call("POST Api/WidgetCloud/Copy", {
      cloudWidgetId: id,
      sitePageId,
      headTabId: "tab-1",
    })) as { dataId: string };
    expect(copied).toMatchObject({ widgetId: "canvas", componentPath: "widgets/canvas" });
    const names = async () => {
      const info = (await taker.call("POST Api/SitePage/GetPageInfo", { id: sitePageId, diyPageInfo: {} })) as PageInfo;
      return [info.rev, ...headings(info)];
    };
    expect(await names()).toEqual([2, "Old first", "Old last", "canvas"]);
    const replaced = await taker.call("POST Api/WidgetCloud/Copy", {
      cloudWidgetId: id,
      sitePageId,
      dataId: `${sitePageId}.${titleId}`,
    });
    expect(replaced).not.toEqual(copied);
    expect(await names()).toEqual([3, "canvas", "Old last", "canvas"]);
    const nodes = Object.values(await taker.records(sitePageId)).filter(({ kind }) => kind === "node");
    expect(nodes).toHaveLength(2);
    const missing = { cloudWidgetId: id, sitePageId, dataId: `${sitePageId}.wd_nowherenow` };
    expect((await taker.send("POST Api/WidgetCloud/Copy", missing)).status).toBe(404);
  });
});

describe("cloud pages", () => {
  it("E-102: are listed page by page for a page of the reader", async () => {
    const pageId = await target();
    const listed = (await taker.call("GET Api/CloudPage/Page", { pageId, keyword: "Cloud page of wire" })) as object;
    expect(listed).toMatchObject({ pageIndex: 1, total: 1, rows: [{ id: cloudPageId, kind: "page" }] });
    expect((await taker.send("GET Api/CloudPage/Page", { pageId: sourceId })).status).toBe(404);
    expect((await taker.send("GET Api/CloudPage/Page")).status).toBe(422);
  });

  it("E-103, N-019: are copied in place of what a page has, or below it, as one revision, by GET and by POST", async () => {
    const sitePageId = await target();
    const appended = await taker.send("POST Api/CloudPage/Copy", { cloudPageId, sitePageId, mode: "append" });
    expect(headings(contentOf(appended) as PageInfo)).toEqual(["Old first", "Old last", "Cloud heading", "canvas"]);
    const replaced = (await taker.call("GET Api/CloudPage/Copy", { cloudPageId, sitePageId })) as PageInfo;
    expect([replaced.rev, ...headings(replaced)]).toEqual([3, "Cloud heading", "canvas"]);
    expect(replaced.path).toMatch(/^\/market-/);
  });

  it("T-22: are not copied by a GET that another site could cause", async () => {
    const sitePageId = await target();
    const url = `${server.url}/api/CloudPage/Copy?cloudPageId=${cloudPageId}&sitePageId=${sitePageId}`;
    const bare = await fetch(url, { headers: { authorization: `Bearer ${taker.owner.token}` } });
    expect(bare.status).toBe(403);
    expect(Object.keys(await taker.records(sitePageId))).toHaveLength(2);
  });
});

describe("groups of components", () => {
  it("E-104: are listed by class, with or without a page", async () => {
    const pageId = await target();
    for (const input of [{ classId: "medical" }, { pageId, classId: "medical" }] as const) {
      const listed = (await taker.call("GET Api/WidgetGroup/Page", { ...input, keyword: "Cloud group" })) as {
        rows: object[];
      };
      expect(listed.rows).toMatchObject([{ id: groupId, kind: "group", classId: "medical" }]);
    }
    const others = { classId: "retail", keyword: "Cloud group of wire" } as const;
    expect(await taker.call("GET Api/WidgetGroup/Page", others)).toMatchObject({ rows: [] });
    expect((await taker.send("GET Api/WidgetGroup/Page", { classId: "unknown" })).status).toBe(422);
  });

  it("E-105, B-351: are copied below what a page has; cloudPageId is the id of the group", async () => {
    const sitePageId = await target();
    const info = (await taker.call("GET Api/WidgetGroup/Copy", { cloudPageId: groupId, sitePageId })) as PageInfo;
    expect(headings(info)).toEqual(["Old first", "Old last", "Cloud heading", "canvas"]);
    const asPage = await taker.send("POST Api/WidgetGroup/Copy", { cloudPageId, sitePageId });
    expect(asPage.status).toBe(404);
  });
});

it("what is added to a page or to the cloud is added once for one Idempotency-Key, however often the request is sent", async () => {
  const sitePageId = await target();
  const { id: cloudWidgetId } = await maker.offer({
    kind: "widget",
    pageId: sourceId,
    recordIds: [titleId],
    name: sameText("Widget of repeated requests"),
  });
  expect((await reviewer.decide(cloudWidgetId, "accept")).status).toBe(200);
  const diyPageInfo = { pageId: sitePageId };
  const value = { heading: sameText("Added by data") };
  const additions: [call: string, input: object][] = [
    ["GET Api/WidgetGroup/Copy", { cloudPageId: groupId, sitePageId }],
    ["POST Api/CloudPage/Copy", { cloudPageId, sitePageId, mode: "append" }],
    ["POST Api/WidgetCloud/Copy", { cloudWidgetId, sitePageId }],
    ["POST api/widgetdata/save", { widgetId: "page-title", diyPageInfo, saveType: 1, value }],
    ["POST Api/WidgetCloud/Save", { name: "Once", widgetId: `${sitePageId}.${titleId}` }],
  ];
  for (const [call, input] of additions) {
    const header = { "idempotency-key": crypto.randomUUID() };
    const [first, second] = [await taker.send(call, input, header), await taker.send(call, input, header)];
    expect([first.status, second.status, contentOf(second)], `${call} ${first.text}`).toEqual([
      200,
      200,
      contentOf(first),
    ]);
  }
  const widgets = Object.values(await taker.records(sitePageId)).filter(({ kind }) => kind === "widget");
  expect(widgets).toHaveLength(2 + 2 + 2 + 1 + 1);
  expect((await taker.list({ scope: "own" })).filter(({ name }) => name === "Once")).toHaveLength(1);
});

describe("what a space has not offered", () => {
  it("T-52: is copied by no call, whether it is a page, an item of the trash, a draft, in review or withdrawn: the answer is that of an unknown id", async () => {
    const secret = "canary-5f1c2a";
    const pageId = await maker.page([heading(titleId, secret, secret)]);
    const part = { kind: "widget" as const, pageId, recordIds: [titleId], name: sameText(secret) };
    const draft = await maker.offer({ ...part, submit: false });
    const waiting = await maker.offer(part);
    const withdrawn = await maker.offer(part);
    const deleted = await maker.offer({ ...part, submit: false });
    expect((await maker.command("withdraw", withdrawn.id)).status).toBe(200);
    expect((await maker.send("DELETE Api/{type}/QueryDelete", { type: "marketItem", id: deleted.id })).status).toBe(
      200,
    );
    const sitePageId = await target();
    const before = await taker.records(sitePageId);
    const missing = "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b";
    const calls = (id: string): [string, object][] => [
      ["POST Api/Market/Take", { id }],
      ["GET Api/Market/Item", { id }],
      ["GET Api/Market/Difference", { id, from: 1 }],
      ["POST Api/WidgetCloud/Copy", { cloudWidgetId: id, sitePageId }],
      ["GET Api/CloudPage/Copy", { cloudPageId: id, sitePageId }],
      ["GET Api/WidgetGroup/Copy", { cloudPageId: id, sitePageId }],
    ];
    for (const id of [pageId, draft.id, waiting.id, withdrawn.id, deleted.id])
      for (const [index, [name, input]] of calls(id).entries()) {
        const [known, unknown] = [await taker.send(name, input), await taker.send(name, calls(missing)[index]![1])];
        expect([known.status, known.body.message], name).toEqual([404, unknown.body.message]);
        expect(known.text).not.toContain(secret);
      }
    // Own drafts are the business of their space: it may copy what it has.
    expect((await maker.send("GET Api/Market/Item", { id: draft.id })).status).toBe(200);
    expect(await taker.records(sitePageId)).toEqual(before);
    const listed = await taker.send("GET Api/Market/Page", { keyword: secret });
    expect(contentOf(listed)).toMatchObject({ total: 0 });
    const files = await server.database.read(
      taker.owner.tenantId,
      sql`select 1 from storage_file where tenant_id = ${taker.owner.tenantId}::uuid`,
    );
    expect(files).toEqual([]);
  });

  it("T-52: is not copied into a page of another space, and costs its space nothing", async () => {
    const sitePageId = await maker.page([]);
    for (const [name, input] of [
      ["GET Api/CloudPage/Copy", { cloudPageId, sitePageId }],
      ["GET Api/WidgetGroup/Copy", { cloudPageId: groupId, sitePageId }],
    ] as const)
      expect((await taker.send(name, input)).status, name).toBe(404);
    expect(await maker.records(sitePageId)).toEqual({});
  });
});
