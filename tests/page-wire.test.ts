/** The builder's calls as the wire spells them: all read and write the one draft of a page. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { canvas, node, widget } from "./support/hostile-pages.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const stranger = client(server, await newSpaceOwner(server));
const member = client(server, await newMember(server, owner.tenantId));
const texts = { zh: "标题", en: "Heading" };
const [titleId, canvasId, textId] = ["wd_aaaaaaaaaa", "wd_bbbbbbbbbb", "nd_cccccccccc"];

type PageInfo = CallOutput<"POST Api/SitePage/GetPageInfo">;
let pageCount = 0;
let pageId = "";
/** Creates a page with a heading and a canvas with a text for every test. */
beforeEach(async () => {
  pageCount += 1;
  const row = { type: "page", path: `/wire-${pageCount}`, title: texts, description: texts };
  ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
  const records = [widget(titleId), canvas(canvasId, { order: "a1" }), node(textId, canvasId)];
  const changes = records.map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
});
const readInfo = (input: object = {}) =>
  call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {}, ...input }) as Promise<PageInfo>;
const readRecords = async () => (await readInfo()).diyPageInfo.page.records;
const dataId = (id: string) => `${pageId}.${id}`;
const heading = (en: string) => ({ heading: { zh: "新标题", en } });
/** The status and the words of an answer, in Chinese. */
async function refusal(name: string, input: object): Promise<[number, unknown]> {
  const { status, body } = await send(name, input, { "accept-language": "zh" });
  return [status, body.message];
}

describe("GetPageInfo", () => {
  it("E-098, N-012, N-013, N-014, N-016, B-069: has the page in the words of the wire, the widgets in their order, the kind and the addresses of the project", async () => {
    const { diyPageInfo: info } = await readInfo({ tabId: "tab-2" });
    expect(info).toMatchObject({ pageId, rev: 1, codeType: 1, clientType: "WapH5", themeRoute: { prefix: "" } });
    expect(info.page.headTab).toEqual({ tabId: "tab-2" });
    expect(info.page.isLayoutPage).toBe(false);
    expect(info.page.setting.title).toEqual(texts);
    expect(info.theme.menu).toEqual(expect.any(Array));
    expect(info.clientHost).toMatch(/^http:\/\/[a-z0-9]+\.localhost$/);
    expect(info.projectInfo).toEqual({ adminUrl: `${info.clientHost}/admin/index`, url: info.clientHost });
    expect(info.page.widgets!.map(({ dataId: id, componentPath }) => [id, componentPath])).toEqual([
      [dataId(titleId), "widgets/page-title"],
      [dataId(canvasId), "widgets/canvas"],
    ]);
    expect(info.page.widgets![0]).toEqual({
      dataId: dataId(titleId),
      widgetId: "page-title",
      name: expect.any(String),
      componentPath: "widgets/page-title",
      apiUrl: "",
      value: { heading: texts },
      layout: "flow",
      title: texts.en,
      style: {},
      border: {},
    });
    expect(info.page.mobileWidgets).toContainEqual({
      dataId: dataId(textId),
      widgetId: "text",
      value: { title: texts },
    });
  });

  it("E-099, B-346: of an admin theme has codeType 2 and the prefix of the admin area", async () => {
    const info = (await call("POST Api/adminSitePage/GetPageInfo", { id: pageId, diyPageInfo: {} })) as PageInfo;
    expect(info.diyPageInfo).toMatchObject({ codeType: 2, themeRoute: { prefix: "/admin" } });
    expect(info.diyPageInfo.page.records).toEqual(await readRecords());
  });

  it("B-205: repeats the client it is asked for, and refuses one in another spelling", async () => {
    expect((await readInfo({ diyPageInfo: { clientType: "AppPlus" } })).diyPageInfo.clientType).toBe("AppPlus");
    for (const clientType of ["wechat", "Web", 7])
      expect(await refusal("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: { clientType } })).toEqual([
        422,
        expect.stringContaining("客户端类型不正确"),
      ]);
  });
});

describe("widget data", () => {
  it("E-090, E-091: are saved into the draft of the page, as a revision, and read by their id", async () => {
    const saved = await call("POST api/widgetdata/save", {
      dataId: dataId(titleId),
      widgetId: "page-title",
      diyPageInfo: { pageId },
      saveType: 1,
      value: heading("Saved"),
    });
    expect(saved).toEqual({ dataId: dataId(titleId), widgetId: "page-title", value: heading("Saved") });
    expect(await call("GET Api/widgetData/QueryById", { id: dataId(titleId) })).toEqual(saved);
    const { rev, diyPageInfo } = await readInfo();
    expect([rev, diyPageInfo.page.records[titleId]!.value]).toEqual([2, heading("Saved")]);
  });

  it("E-090: without an id are those of a new component at the end of the page", async () => {
    const saved = (await call("POST api/widgetdata/save", {
      widgetId: "page-title",
      diyPageInfo: { pageId },
      saveType: 1,
      value: heading("Added"),
    })) as { dataId: string };
    const { widgets } = (await readInfo()).diyPageInfo.page;
    expect(widgets!.map((item) => item.dataId)).toEqual([dataId(titleId), dataId(canvasId), saved.dataId]);
  });

  it("B-367: of an outdated revision are refused when somebody else changed the component", async () => {
    const save = (en: string) =>
      send("POST api/widgetdata/save", {
        dataId: dataId(titleId),
        widgetId: "page-title",
        diyPageInfo: { pageId, rev: 1 },
        saveType: 1,
        value: heading(en),
      });
    expect((await save("First")).status).toBe(200);
    const second = await save("Second");
    expect([second.status, (await readRecords())[titleId]!.value]).toEqual([409, heading("First")]);
  });

  it("E-092: ChangeStyle sets settings of a component, or puts another one in its place, which keeps what both have", async () => {
    const bordered = await call("POST Api/WidgetData/ChangeStyle", {
      widget: { dataId: dataId(textId), style: { size: 32 }, border: { style: "dashed", size: 2 } },
      diyPageInfo: { pageId },
    });
    expect(bordered).toMatchObject({ widgetId: "text", style: { size: 32 }, border: { style: "dashed", size: 2 } });
    const replaced = await call("POST Api/WidgetData/ChangeStyle", {
      widget: { dataId: dataId(titleId), componentPath: "widgets/notice" },
      diyPageInfo: { pageId },
    });
    expect(replaced).toMatchObject({ dataId: dataId(titleId), widgetId: "notice", value: { heading: texts } });
    expect(await readRecords()).toMatchObject({
      [titleId]: { name: "notice", value: { heading: texts } },
      [textId]: { value: { title: texts, size: 32, borderSetting: { style: "dashed", size: 2 } } },
    });
  });
});

describe("Element/save", () => {
  const revisions = () =>
    server.database.system((tx) =>
      tx.rows<{ name: string }>(sql`select name from page_revision where page_id = ${pageId}::uuid order by rev`),
    );

  it("E-093, N-024, B-350: changes the named fields in either nesting; a save by hand may name the version, one by the program does not", async () => {
    const element = {
      name: "page-title",
      fields: ["heading"],
      data: { dataId: dataId(titleId), value: heading("One") },
    };
    const saved = await call("POST api/Element/save", { element, isManual: true, historyName: "Spring" });
    expect(saved).toMatchObject({
      element: { name: "page-title", fields: ["heading"], data: { dataId: dataId(titleId), value: heading("One") } },
      isManual: true,
      historyName: "Spring",
      rev: 2,
    });
    const flat = { ...element, data: { ...element.data, value: heading("Two") } };
    await call("POST api/Element/save", { ...flat, isManual: false, historyName: "Unwanted" });
    expect((await readRecords())[titleId]!.value).toEqual(heading("Two"));
    expect((await revisions()).map(({ name }) => name)).toEqual(["", "Spring", ""]);
  });

  it("E-093: adds an element in front on a canvas, at its place", async () => {
    const data = { pageId, parentId: dataId(canvasId), x: 40, y: 20, value: { title: texts } };
    const saved = (await call("POST api/Element/save", { element: { name: "text", fields: [], data } })) as {
      element: { data: { dataId: string } };
    };
    const record = (await readRecords())[saved.element.data.dataId.split(".")[1]!]!;
    expect(record).toMatchObject({ kind: "node", parent: canvasId, box: { x: 40, y: 20, w: 100, h: 30 } });
    expect(record.order > "a0").toBe(true);
  });

  it("B-203: without its data object is refused: 数据对象不能为空", async () => {
    for (const input of [
      {},
      { element: { name: "text", fields: [] } },
      { element: { data: [] } },
      { name: "text", data: 7 },
    ])
      expect(await refusal("POST api/Element/save", input)).toEqual([422, "数据对象不能为空"]);
    const withoutValue = { dataId: dataId(titleId), widgetId: "page-title", diyPageInfo: { pageId }, saveType: 1 };
    expect(await refusal("POST api/widgetdata/save", withoutValue)).toEqual([422, "数据对象不能为空"]);
    expect((await readInfo()).rev).toBe(1);
  });
});

describe("sitepage/save", () => {
  it("N-020, B-195: makes a list the widgets of the page, named as a version, and answers with the page that takes the place of the client's", async () => {
    const { diyPageInfo: info } = await readInfo();
    const [title, board] = info.page.widgets!;
    const listed = [
      board!,
      { componentPath: "widgets/notice", value: { heading: texts } },
      { ...title!, value: heading("Last") },
    ];
    const saved = (await call("POST api/sitepage/save", {
      diyPageInfo: { ...info, page: { widgets: listed, setting: { ...info.page.setting, isRead: true } } },
      saveName: "New order",
    })) as CallOutput<"POST api/sitepage/save">;
    expect(saved.diyPageInfo!.page.widgets!.map(({ widgetId }) => widgetId)).toEqual([
      "canvas",
      "notice",
      "page-title",
    ]);
    expect(saved.diyPageInfo!.page.setting.isRead).toBe(true);
    expect(saved.diyPageInfo!.page).toEqual((await readInfo()).diyPageInfo.page);
    expect((await readRecords())[textId], "what stands on a canvas stays").toMatchObject({ parent: canvasId });
    const shorter = { ...saved.diyPageInfo!, page: { widgets: saved.diyPageInfo!.page.widgets!.slice(2) } };
    await call("POST api/sitepage/save", { diyPageInfo: shorter, saveName: "" });
    expect(Object.keys(await readRecords())).toEqual([titleId]);
    await call("POST api/sitepage/save", { diyPageInfo: shorter, saveName: "" });
    expect((await readInfo()).rev, "a repeated save changes nothing").toBe(3);
  });

  it("B-197: says that the information of the site, or of its page, is empty", async () => {
    const emptySite = [422, "站点信息不能为空"];
    const emptyPage = [422, "站点页面信息不能为空"];
    for (const diyPageInfo of [{}, null, undefined, [], "x"])
      expect(await refusal("POST api/sitepage/save", { diyPageInfo, saveName: "" })).toEqual(emptySite);
    for (const diyPageInfo of [{ clientHost: "x" }, { pageId }, { pageId, page: {} }, { pageId, page: null }])
      expect(await refusal("POST api/sitepage/save", { diyPageInfo, saveName: "" })).toEqual(emptyPage);
    expect(await refusal("POST Api/DiyWidget/GetListByUrl", { pageIndex: 1, diyPageInfo: {} })).toEqual(emptySite);
    const style = { widget: { dataId: dataId(titleId) }, diyPageInfo: { clientHost: "x" } };
    expect(await refusal("POST Api/WidgetData/ChangeStyle", style)).toEqual(emptyPage);
    expect((await readInfo()).rev).toBe(1);
  });
});

describe("lists", () => {
  it("B-082, E-106, E-107, N-016: the components that a page can have, by class and page by page; elements have their numbers", async () => {
    expect(await call("GET api/Diywidget/class", {})).toEqual([
      { id: "widgets", name: "Components" },
      { id: "nodes", name: "Canvas elements" },
    ]);
    type List = CallOutput<"POST Api/DiyWidget/GetListByUrl">;
    const list = (pageIndex: number, classId?: string) =>
      call("POST Api/DiyWidget/GetListByUrl", { pageIndex, diyPageInfo: { pageId }, classId }) as Promise<List>;
    const elements = await list(1, "nodes");
    const types = elements.rows.map(({ type, widgetId }) => `${type}${widgetId}`).join(" ");
    expect(types).toBe("1text 2image 3video 4button 5carousel 6qrcode 7map 8line 9rectangle 10circle");
    const all = await list(1);
    const last = await list(Math.ceil(all.total / all.pageSize));
    expect(all.rows).toHaveLength(15);
    expect(last.rows).toHaveLength(all.total - Math.floor((all.total - 1) / 15) * 15);
    expect([elements.total, (await list(1, "scripts")).rows]).toEqual([10, []]);
    for (const { widgetId, value } of (await list(1, "widgets")).rows.slice(0, 3))
      await call("POST api/widgetdata/save", { widgetId, diyPageInfo: { pageId }, saveType: 1, value });
  });

  it("E-108, N-021, B-268: the address of the site’s calls, by the id of its website details", async () => {
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`select id from site where tenant_id = ${owner.tenantId}::uuid`),
    );
    const selected = (await call("GET Api/SiteSelectVo/Select", { id: site!.id })) as { id: string; api: string };
    expect(selected).toEqual({ id: site!.id, api: expect.stringMatching(/^http:\/\/[a-z0-9]+\.localhost\/api$/) });
    for (const id of ["nonsense", titleId, pageId])
      expect(await refusal("GET Api/SiteSelectVo/Select", { id })).toEqual([404, "默认站点不存在"]);
    expect((await stranger.send("GET Api/SiteSelectVo/Select", { id: site!.id })).status).toBe(404);
  });
});

describe("hostile input is refused in words and changes nothing", () => {
  const value = heading("x");
  const save = (input: object) => ({ widgetId: "page-title", diyPageInfo: { pageId }, saveType: 1, value, ...input });
  it.each([
    ["an unknown component", "POST api/widgetdata/save", () => save({ widgetId: "script" }), 422],
    [
      "a component named like a property of every object",
      "POST api/widgetdata/save",
      () => save({ widgetId: "constructor" }),
      422,
    ],
    ["another way of saving", "POST api/widgetdata/save", () => save({ saveType: 2 }), 422],
    [
      "a setting that the component does not have",
      "POST api/widgetdata/save",
      () => save({ value: { html: "<b>" } }),
      422,
    ],
    [
      "a javascript: link",
      "POST api/widgetdata/save",
      () => save({ widgetId: "notice", value: { ...value, url: "javascript:alert(1)" } }),
      422,
    ],
    [
      "data of another kind",
      "POST api/widgetdata/save",
      () => save({ widgetId: "notice", dataId: dataId(titleId) }),
      422,
    ],
    [
      "data of another page",
      "POST api/widgetdata/save",
      () => save({ dataId: `0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.${titleId}` }),
      422,
    ],
    ["data that do not exist", "POST api/widgetdata/save", () => save({ dataId: dataId("wd_zzzzzzzzzz") }), 404],
    [
      "an id that names a property of every object",
      "POST api/widgetdata/save",
      () => save({ dataId: dataId("__proto__") }),
      404,
    ],
    ["the id of a page", "GET Api/widgetData/QueryById", () => ({ id: pageId }), 404],
    [
      "a style of another component",
      "POST Api/WidgetData/ChangeStyle",
      () => ({ widget: { dataId: dataId(titleId), style: { size: 9 } }, diyPageInfo: { pageId } }),
      422,
    ],
    [
      "a section in place of an element",
      "POST Api/WidgetData/ChangeStyle",
      () => ({ widget: { dataId: dataId(textId), widgetId: "notice" }, diyPageInfo: { pageId } }),
      422,
    ],
    [
      "a canvas that loses its elements to another component",
      "POST Api/WidgetData/ChangeStyle",
      () => ({ widget: { dataId: dataId(canvasId), widgetId: "notice" }, diyPageInfo: { pageId } }),
      422,
    ],
    [
      "an element too far away",
      "POST api/Element/save",
      () => ({ element: { name: "text", data: { pageId, x: 1e9, value: { title: texts } } } }),
      422,
    ],
    [
      "an element on a heading",
      "POST api/Element/save",
      () => ({ element: { name: "text", data: { pageId, parentId: dataId(titleId), value: {} } } }),
      404,
    ],
    [
      "unknown keys of an element",
      "POST api/Element/save",
      () => ({ element: { name: "text", data: { pageId, onclick: "x" } } }),
      422,
    ],
    [
      "a list that has a component twice",
      "POST api/sitepage/save",
      () => ({
        saveName: "",
        diyPageInfo: {
          pageId,
          rev: 1,
          page: { widgets: [1, 2].map(() => ({ dataId: dataId(titleId), widgetId: "page-title", value })) },
        },
      }),
      404,
    ],
    [
      "a list without a revision",
      "POST api/sitepage/save",
      () => ({ saveName: "", diyPageInfo: { pageId, page: { widgets: [] } } }),
      422,
    ],
    [
      "settings of a wrong type",
      "POST api/sitepage/save",
      () => ({ saveName: "", diyPageInfo: { pageId, rev: 1, page: { widgets: [], setting: { isLogin: "yes" } } } }),
      422,
    ],
  ] as [string, string, () => object, number][])("%s", async (_what, name, input, status) => {
    const answer = await send(name, input());
    expect([answer.status, answer.body.message], answer.text).toEqual([status, expect.stringMatching(/\w/)]);
    expect((await readInfo()).rev).toBe(1);
  });

  it("of other spaces and of members: they neither read nor change anything", async () => {
    const calls: [string, object][] = [
      ["POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} }],
      ["POST Api/adminSitePage/GetPageInfo", { id: pageId, diyPageInfo: {} }],
      ["GET Api/widgetData/QueryById", { id: dataId(titleId) }],
      ["POST api/widgetdata/save", save({ diyPageInfo: { pageId } })],
      ["POST Api/WidgetData/ChangeStyle", { widget: { dataId: dataId(titleId) }, diyPageInfo: { pageId } }],
      ["POST api/Element/save", { element: { name: "page-title", data: { dataId: dataId(titleId), value } } }],
      ["POST api/sitepage/save", { saveName: "", diyPageInfo: { pageId, rev: 1, page: { widgets: [] } } }],
      ["POST Api/DiyWidget/GetListByUrl", { pageIndex: 1, diyPageInfo: { pageId } }],
    ];
    for (const [name, input] of calls) {
      expect([name, (await stranger.send(name, input)).status]).toEqual([name, 404]);
      expect([name, (await member.send(name, input)).status]).toEqual([name, 403]);
    }
    expect((await readInfo()).rev).toBe(1);
  });
});
