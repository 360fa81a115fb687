/** The settings of a page (N-015), as visitors meet them. */
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { PageSetting } from "#kit/page.ts";
import { client } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const stranger = await newSpaceOwner(server);
const member = await newMember(server, owner.tenantId);
const { call, send } = client(server, owner);
const [tenant] = await server.database.system((tx) =>
  tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
);
const host = `${tenant!.code}.localhost`;
const image = "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b_800x600_.webp";
const secret = { zh: "会员报价", en: "Prices for members" };
const basic: PageSetting = { title: secret, description: secret, showHead: true, showFoot: true };

let pageCount = 0;
/** Publishes a page with a component of this name, and returns its path. */
async function publish(
  setting: Partial<PageSetting>,
  name = "page-title",
  path = `/settings-${(pageCount += 1)}`,
): Promise<{ path: string; pageId: string }> {
  const row = { type: "page", path, title: secret, description: secret };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name, value: { heading: secret } };
  await call("POST api/sitepage/save", {
    diyPageInfo: { pageId },
    baseRev: 0,
    changes: [{ id: after.id, after }],
    setting: { ...basic, ...setting },
  });
  await call("POST Api/Java/PublishPage", { pageId });
  return { path, pageId };
}
type Reader = { token?: string; agent?: string; language?: string };
const read = (path: string, { token, agent, language = "en" }: Reader = {}) =>
  readPage(`${server.url}${path}${path.includes("?") ? "&" : "?"}language=${language}`, {
    host,
    ...(token === undefined ? {} : { cookie: `sid=${token}` }),
    ...(agent === undefined ? {} : { "user-agent": agent }),
  });

/** Submits the contact form of a page without scripts. */
function submitForm(path: string, token?: string): Promise<number> {
  const body = new URLSearchParams({ name: "Ada", contact: "ada@example.com", message: "Hello", language: "en" });
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      "content-type": "application/x-www-form-urlencoded",
      ...(token === undefined ? {} : { cookie: `sid=${token}` }),
    };
    const sent = request(server.url + path, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end(body.toString());
  });
}

describe("isLogin", () => {
  it("B-247, E-124: closes the page to visitors who ask for its components, too", async () => {
    await publish({ isLogin: true }, "page-title", "/web/prices");
    const address = "/Api/AutoPage/Index?type=web/prices";
    const answer = await read(address);
    expect([answer.status, answer.text.includes(secret.zh)]).toEqual([401, false]);
    const page = await read(address, { token: member.token });
    expect([page.status, page.text.includes(secret.zh)]).toEqual([200, true]);
  });

  it("B-208, B-247, N-015: answers visitors 401 with a request to sign in, and never shows them the page, before and after members read it", async () => {
    const { path } = await publish({ isLogin: true, keywords: secret });
    for (const _ of [1, 2]) {
      for (const language of ["zh", "en"] as const) {
        const answer = await read(path, { language });
        expect(answer.status).toBe(401);
        expect(answer.text).toContain({ zh: "未登录", en: "Not signed in" }[language]);
        expect(answer.text).toContain({ zh: "请先登录", en: "Please sign in first" }[language]);
        expect(answer.text).not.toContain(secret[language]);
        const forged = await read(path, { language, token: "x".repeat(43) });
        expect([forged.status, forged.text.includes(secret[language])]).toEqual([401, false]);
        const page = await read(path, { language, token: member.token });
        expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
        expect(page.text).toContain(secret[language]);
      }
    }
    expect((await read(path, { token: stranger.token })).status, "signed in, in a space of their own").toBe(200);
  });

  it("takes effect with the publication, and ends with the next one and with the session", async () => {
    const { path, pageId } = await publish({});
    expect((await read(path)).status).toBe(200);
    const republish = async (setting: PageSetting, baseRev: number) => {
      await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev, changes: [], setting });
      await call("POST Api/Java/PublishPage", { pageId });
    };
    await republish({ ...basic, isLogin: true }, 1);
    expect((await read(path)).status).toBe(401);
    const visitor = await newMember(server, owner.tenantId);
    expect((await read(path, { token: visitor.token })).status).toBe(200);
    await client(server, visitor).call("POST user/logout" as never, {} as never);
    expect((await read(path, { token: visitor.token })).status).toBe(401);
    await republish(basic, 2);
    expect((await read(path)).status).toBe(200);
  });

  it("keeps the page out of the sitemap and of preview images, and its form from visitors", async () => {
    const { path } = await publish({ isLogin: true }, "contact-form");
    const open = await publish({}, "contact-form");
    const sitemap = (await read("/sitemap.xml")).text;
    expect([sitemap.includes(`${path}?`), sitemap.includes(`${open.path}?`)]).toEqual([false, true]);
    expect((await read(`/share.png?page=${encodeURIComponent(path)}`)).status).toBe(404);
    expect(await submitForm(path)).toBe(404);
    expect(await submitForm(path, member.token)).toBe(303);
  });

  it("stays when an unknown program stored settings that cannot be read", async () => {
    const { path, pageId } = await publish({});
    await server.database.system((tx) =>
      tx.rows(sql`update page_snapshot set document = jsonb_set(document, '{setting}', '{"isLogin": true, "later": 1}')
        where page_id = ${pageId}::uuid`),
    );
    expect((await read(`${path}/`)).status).toBe(401);
  });
});

it("isRead: shows the page with its forms closed, and refuses what is submitted all the same", async () => {
  const { path } = await publish({ isRead: true }, "contact-form");
  const page = await read(path);
  expect(page.text).toContain("This page is read-only");
  expect(page.text).not.toContain("<form");
  expect(await submitForm(path)).toBe(404);
});

it("title, keywords, description and picture are in the head, in the language of the page", async () => {
  const { path } = await publish({ keywords: { zh: "网关，设备", en: "gateway, device" }, picture: image });
  const [zh, en] = [await read(path, { language: "zh" }), await read(path)];
  expect(zh.text).toContain('<meta name="keywords" content="网关，设备"/>');
  expect(en.text).toContain('<meta name="keywords" content="gateway, device"/>');
  expect(en.text).toContain(`<meta name="description" content="${secret.en}"/>`);
  expect(en.text).toMatch(new RegExp(`<meta property="og:image" content="http://[^"]+${image}"/>`));
  expect(en.text).toContain('<meta property="og:image:width" content="800"/>');
});

it("background: colours of both schemes and a picture are rules of the page", async () => {
  const { path } = await publish({ background: { color: "#f0e8d8", darkColor: "#101418", image } });
  const { text } = await read(path);
  expect(text).toContain("body.site{background-color:#f0e8d8}");
  expect(text).toContain(':root[data-theme="dark"] body.site{background-color:#101418}');
  expect(text).toContain(`background-image:url("${image}")`);
});

it("tabBarSetting: is a bar of links, those of a client only in that client", async () => {
  const items = [
    { name: { zh: "首页", en: "Home" }, icon: "home", url: "/index" },
    { name: { zh: "商城", en: "Shop" }, icon: "grid", url: "/shop", clients: ["WeChat", "AppPlus"] },
  ];
  const { path } = await publish({ tabBarSetting: { items } });
  const bar = ({ text }: { text: string }) => /<nav class="tab-bar".*?<\/nav>/.exec(text)?.[0] ?? "";
  expect(bar(await read(path))).toContain("Home");
  expect(bar(await read(path))).not.toContain("Shop");
  expect(bar(await read(path, { agent: "Mozilla/5.0 MicroMessenger/8.0" }))).toContain("Shop");
  expect(bar(await read(path, { agent: "Mozilla/5.0 MicroMessenger miniProgram" }))).not.toContain("Shop");
  expect(bar(await read(path, { agent: "Mozilla/5.0 Html5Plus/1.0", language: "zh" }))).toContain("商城");
});

it("showHead and showFoot: leave the top bar and the footer out", async () => {
  const { path } = await publish({ showHead: false, showFoot: false });
  expect((await read(path)).text).not.toMatch(/class="site-top"|class="site-foot"/);
});

describe("invalid values are refused in words, naming the setting", () => {
  const longItems = Array.from({ length: 6 }, () => ({ name: { en: "A" }, url: "/a" }));
  it.each([
    ["a picture of another host", { picture: "https://elsewhere.test/a.png" }, "picture"],
    ["a colour that ends its rule", { background: { color: "red;}</style>" } }, "background.color"],
    ["a picture that ends its address", { background: { image: '/files/a") url(//x' } }, "background.image"],
    [
      "a javascript: link of a tab",
      { tabBarSetting: { items: [{ name: { en: "A" }, url: "javascript:alert(1)" }] } },
      "tabBarSetting.items.0.url",
    ],
    [
      "an unknown client",
      { tabBarSetting: { items: [{ name: { en: "A" }, url: "/a", clients: ["Web"] }] } },
      "tabBarSetting.items.0.clients",
    ],
    ["six tabs", { tabBarSetting: { items: longItems } }, "tabBarSetting.items"],
    ["a data: link of a pop-up image", { popImage: { image, url: "data:text/html,x" } }, "popImage.url"],
  ] as [string, object, string][])("%s", async (_what, setting, field) => {
    const row = { type: "page", path: `/hostile-${(pageCount += 1)}`, title: secret, description: secret };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const answer = await send("POST api/sitepage/save", {
      diyPageInfo: { pageId },
      baseRev: 0,
      changes: [],
      setting: { ...basic, ...setting },
    });
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.body.fields as object)).toEqual([`setting.${field}`]);
  });
});
