/** Pages in the four clients: what is shown in each, and what a page for a client must not contain. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { canvas, node, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const [tenant] = await server.database.system((tx) =>
  tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
);
const texts = { zh: "标题", en: "Heading" };
const setting = { title: texts, description: {}, showHead: true, showFoot: true };
const agents = {
  WapH5: "Mozilla/5.0 Safari/605",
  WeChat: "Mozilla/5.0 MicroMessenger/8.0",
  WeChatLite: "Mozilla/5.0 MicroMessenger/8.0 miniProgram",
  AppPlus: "Mozilla/5.0 Html5Plus/1.0",
};

let pageCount = 0;
async function createPage(records: object[], more: object = {}): Promise<{ path: string; pageId: string }> {
  const path = `/clients-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const changes = records.map((after) => ({ id: (after as { id: string }).id, after }));
  const input = { diyPageInfo: { pageId }, baseRev: 0, changes, setting: { ...setting, ...more } };
  await call("POST api/sitepage/save", input);
  return { path, pageId };
}
const heading = (id: string, en: string, more: object = {}) =>
  widget(id, { value: { heading: { zh: en, en } }, ...more });

it("B-205: a component that is limited to clients is shown in these only, with what stands on it, in every language", async () => {
  const { path, pageId } = await createPage([
    heading("wd_aaaaaaaaaa", "For all"),
    heading("wd_bbbbbbbbbb", "For WeChat", { order: "a1", clients: ["WeChat", "WeChatLite"] }),
    canvas("wd_cccccccccc", { order: "a2", clients: ["AppPlus"] }),
    node("nd_aaaaaaaaaa", "wd_cccccccccc", { value: { title: { zh: "App 专享", en: "On the app canvas" } } }),
  ]);
  await call("POST Api/Java/PublishPage", { pageId });
  const shown = async (agent: string) => {
    const { text } = await readPage(`${server.url}${path}?language=en`, {
      host: `${tenant!.code}.localhost`,
      "user-agent": agent,
    });
    return ["For all", "For WeChat", "On the app canvas"].filter((words) => text.includes(words));
  };
  // Twice, because the second answer comes from the cache of pages.
  for (const _ of [1, 2]) {
    expect(await shown(agents.WapH5)).toEqual(["For all"]);
    expect(await shown(agents.WeChat)).toEqual(["For all", "For WeChat"]);
    expect(await shown(agents.WeChatLite)).toEqual(["For all", "For WeChat"]);
    expect(await shown(agents.AppPlus)).toEqual(["For all", "On the app canvas"]);
  }
});

it("B-205: a layout page gives its tab bar, background and frame to the pages of its clients, until it is published without them", async () => {
  const own = { tabBarSetting: { items: [{ name: { zh: "自有", en: "Own tab" }, url: "/own" }] } };
  const plain = await createPage([heading("wd_aaaaaaaaaa", "Plain")]);
  const withTabs = await createPage([heading("wd_aaaaaaaaaa", "Tabs")], own);
  const layout = await createPage([heading("wd_aaaaaaaaaa", "Layout")], {
    layoutFor: ["WeChat"],
    showFoot: false,
    background: { color: "#f0e8d8" },
    tabBarSetting: { items: [{ name: { zh: "布局", en: "Layout tab" }, url: "/layout" }] },
  });
  const shown = async ({ path }: { path: string }, agent: string) => {
    const { text } = await readPage(`${server.url}${path}?language=en`, {
      host: `${tenant!.code}.localhost`,
      "user-agent": agent,
    });
    return ["Layout tab", "Own tab", "site-foot", "#f0e8d8"].filter((part) =>
      text
        .replaceAll(/<style>[^#]*?<\/style>/g, "")
        .replaceAll(/\.site-foot/g, "")
        .includes(part),
    );
  };
  for (const { pageId } of [plain, withTabs]) await call("POST Api/Java/PublishPage", { pageId });
  expect(await shown(plain, agents.WeChat)).toEqual(["site-foot"]);
  await call("POST Api/Java/PublishPage", { pageId: layout.pageId });
  expect(await shown(plain, agents.WeChat)).toEqual(["Layout tab", "#f0e8d8"]);
  expect(await shown(withTabs, agents.WeChat)).toEqual(["Own tab", "#f0e8d8"]);
  expect(await shown(plain, agents.WeChatLite)).toEqual(["site-foot"]);
  // Only the snapshots of layout pages are read for other pages.
  const layoutCount = async () =>
    (
      await server.database.read(
        owner.tenantId,
        sql`select 1 from page p join page_snapshot s on s.id = p.snapshot_id where p.tenant_id = ${owner.tenantId}::uuid and s.is_layout`,
      )
    ).length;
  expect(await layoutCount()).toBe(1);
  const input = {
    diyPageInfo: { pageId: layout.pageId },
    baseRev: 1,
    changes: [],
    setting: { ...setting, layoutFor: [] },
  };
  await call("POST api/sitepage/save", input);
  await call("POST Api/Java/PublishPage", { pageId: layout.pageId });
  expect(await shown(plain, agents.WeChat)).toEqual(["site-foot"]);
  expect(await layoutCount()).toBe(0);
});

describe("publishing a page that is made for a client", () => {
  const link = (more: object = {}) =>
    widget("wd_aaaaaaaaaa", {
      name: "cards",
      value: { heading: texts, items: [{ name: texts, link: texts, url: "https://example.com/" }] },
      ...more,
    });

  it("is refused while a component cannot work there, naming the component and the reason in both languages", async () => {
    const { pageId } = await createPage([link()], { clients: ["WeChat", "WeChatLite"] });
    for (const [language, reason] of [
      ["zh", "微信小程序：小程序不能打开其他网站的链接"],
      ["en", "WeChat mini program: Mini programs cannot open links to other sites."],
    ] as const) {
      const refused = await send("POST Api/Java/PublishPage", { pageId }, { "accept-language": language });
      expect(refused.status, refused.text).toBe(422);
      expect((refused.body.details as { problems: object[] }).problems, refused.text).toEqual([
        { id: "wd_aaaaaaaaaa", message: reason },
      ]);
    }
  });

  it("succeeds when the component is limited to other clients, or the page is not made for that client", async () => {
    const limited = await createPage([heading("wd_bbbbbbbbbb", "All"), link({ clients: ["WapH5"] })], {
      clients: ["WapH5", "WeChatLite"],
    });
    const forOthers = await createPage([link()], { clients: ["WapH5", "WeChat"] });
    const forAny = await createPage([link()]);
    for (const { pageId } of [limited, forOthers, forAny])
      expect((await send("POST Api/Java/PublishPage", { pageId })).status).toBe(200);
  });

  it("is refused when a client would get an empty page", async () => {
    const { pageId } = await createPage([heading("wd_bbbbbbbbbb", "App", { clients: ["AppPlus"] })], {
      clients: ["WeChat", "AppPlus"],
    });
    const refused = await send("POST Api/Java/PublishPage", { pageId });
    expect([refused.status, refused.text.includes("WeChat: The page has no components yet")]).toEqual([422, true]);
  });
});

it("B-205: an unknown client is refused, for components and for pages", async () => {
  const { pageId } = await createPage([]);
  const after = heading("wd_aaaaaaaaaa", "x", { clients: ["Web"] });
  for (const input of [
    { changes: [{ id: "wd_aaaaaaaaaa", after }] },
    { changes: [], setting: { ...setting, clients: ["wechat"] } },
  ])
    expect((await send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, ...input })).status).toBe(422);
});
