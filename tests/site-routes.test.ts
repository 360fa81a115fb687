/** Every path of the public site: title, content, and paths that do not exist. */
import { describe, expect, it } from "vitest";
import type { Locale, Text } from "#kit/text.ts";
import { productGroups } from "../seed/products.ts";
import { solutions } from "../seed/solutions.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner, superAdministrator } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer({ RATE_LIMIT_PER_MINUTE: "0" });
const siteNames = [
  ["zh", "经纬"],
  ["en", "Meridian"],
] as const;

async function read(path: string, locale: Locale) {
  const { status, text: html } = await readPage(server.url + path, { cookie: `locale_value=${locale}` });
  return { status, html, title: /<title>([^<]*)<\/title>/.exec(html)?.[1], headings: html.match(/<h1/g)?.length };
}
const notFound = { status: 404, isIndexed: false };
async function inspect(path: string) {
  const { status, html } = await read(path, "en");
  return { status, isIndexed: !html.includes('content="noindex"') };
}

const home = { zh: "AI 智能设备资产管理", en: "AI smart-device asset management" };
const testTitle = { zh: "测试页", en: "Test page" };
const price = { zh: "价格", en: "Pricing" };
const article = { zh: "断网与补传", en: "Outages and late data" };

/** Pages of the site with their titles and a text on them in each language. */
const routes: [ids: string, path: string, title: Text, words: Text][] = [
  ["S-002", "/", home, { zh: "通证化", en: "tokenisation" }],
  ["S-002", "/index", home, { zh: "通证化", en: "tokenisation" }],
  ["S-009, B-339", "/web/home", home, { zh: "通证化", en: "tokenisation" }],
  ["S-027, B-035, B-339", "/pages/tabbar/index", home, { zh: "通证化", en: "tokenisation" }],
  [
    "S-004, B-027, Q-15",
    "/html?method=contract&id=2",
    { zh: "用户协议", en: "User agreement" },
    { zh: "账号", en: "account" },
  ],
  ["S-003", "/html?method=contract&id=3", { zh: "隐私政策", en: "Privacy policy" }, { zh: "手机号", en: "mobile" }],
  [
    "S-005, Q-12",
    "/site/redirect?url=https%3A%2F%2Fexample.org%2F",
    { zh: "离开本站", en: "Leaving this site" },
    { zh: "example.org", en: "example.org" },
  ],
  ["S-006", "/price", price, { zh: "/service/open", en: "/service/open" }],
  ["S-007, B-025, B-335", "/pricing", price, { zh: "/service/open", en: "/service/open" }],
  ["S-012", "/wiki", { zh: "文档", en: "Documentation" }, { zh: 'name="q"', en: 'name="q"' }],
  ["B-028", "/about/wiki", { zh: "文档", en: "Documentation" }, { zh: 'name="q"', en: 'name="q"' }],
  ["B-031", "/wiki/offline", article, { zh: 'href="/wiki/', en: 'href="/wiki/' }],
  ["S-011, B-336", "/wiki/devices/offline", article, { zh: 'href="/wiki/', en: 'href="/wiki/' }],
  ["S-010, B-028, B-336", "/about/wiki/devices/offline", article, { zh: 'href="/wiki/', en: 'href="/wiki/' }],
  ["S-014", "/joinus", { zh: "加入我们", en: "Careers" }, { zh: "示例职位", en: "Sample positions" }],
  ["S-015", "/about", { zh: "理念", en: "Our approach" }, { zh: "签名上报", en: "signs and reports" }],
  ["S-016", "/advantage", { zh: "优势", en: "Strengths" }, { zh: "六项能力", en: "Six strengths" }],
  ["B-031", "/news", { zh: "新闻", en: "News" }, { zh: "/news/edit?id=", en: "/news/edit?id=" }],
  ["S-019", "/introduce", { zh: "关于我们", en: "About us" }, { zh: "登记身份", en: "registers the identity" }],
  ["S-020", "/team", { zh: "团队", en: "Team" }, { zh: "本页介绍团队分工", en: "</h1>" }],
  [
    "S-021, B-298, B-389, Q-28",
    "/contactus",
    { zh: "联系我们", en: "Contact us" },
    { zh: "周一至周五", en: "Monday to Friday" },
  ],
  ["S-028, B-207, B-362, Q-18", "/test", testTitle, { zh: "3.10", en: "3.10" }],
  ["S-029, B-362, Q-18", "/x", testTitle, { zh: "3.10", en: "3.10" }],
  ["S-030, B-362, Q-18", "/y", testTitle, { zh: "3.10", en: "3.10" }],
  ["S-031, B-362, Q-18", "/z", testTitle, { zh: "3.10", en: "3.10" }],
];
const productPages: [path: string, title: Text][] = [
  ...productGroups.flatMap(({ products }) => products).map(({ key, name }): [string, Text] => [`/web/${key}`, name]),
  ...solutions.map(({ key, name }): [string, Text] => [
    `/web/${key}`,
    { zh: `${name.zh}行业方案`, en: `${name.en} solution` },
  ]),
];

describe("B-015, B-031: every route", () => {
  it.each(routes)("%s: %s has its title and text in both languages, and one main heading", async (_ids, ...page) => {
    const [path, title, words] = page;
    for (const [locale, site] of siteNames) {
      const { html, ...rest } = await read(path, locale);
      expect(rest).toEqual({ status: 200, title: `${site} · ${title[locale]}`, headings: 1 });
      expect(html).toContain(words[locale]);
    }
  });

  it.each(productPages)(
    "S-008, B-026: the product or solution %s has its title in both languages",
    async (path, title) => {
      for (const [locale, site] of siteNames) {
        const { status, title: shown, headings } = await read(path, locale);
        expect([status, shown, headings]).toEqual([200, `${site} · ${title[locale].replaceAll("&", "&amp;")}`, 1]);
      }
    },
  );

  it.each(["/test", "/x", "/y", "/z"])("B-030, B-362: %s has no menu and footer, and is not indexed", async (path) => {
    const { html } = await read(path, "en");
    expect(html).not.toMatch(/<footer|<nav class="menu"/);
    expect(html).toContain('content="noindex"');
  });

  it.each([
    ["/wiki/none", "an unknown wiki page"],
    ["/news/edit?id=00000000-0000-7000-8000-000000000000", "missing news"],
    ["/news/edit?id=1'", "an invalid id"],
    ["/wiki/%7Bkey%7D", "the placeholder itself"],
  ])("%s is 404: %s", async (path) => expect(await inspect(path)).toEqual(notFound));

  it.each([
    ["S-003, Q-15", "/html", "no method"],
    ["S-003, Q-15", "/html?method=other&id=2", "an unknown method"],
    ["S-003, Q-15", "/html?method=contract&id=99", "a missing agreement"],
    ["S-008, B-026", "/web/none", "an unknown product"],
    ["S-011", "/wiki/roles/offline", "a wiki page below the key of another one"],
    ["T-59", "/site/redirect?url=javascript:alert(1)", "a javascript: target"],
    ["T-59", "/site/redirect?url=//example.org", "a target without a scheme"],
  ])("%s: %s is 404: %s", async (_ids, path) => expect(await inspect(path)).toEqual(notFound));

  it.each([
    ["S-005", "/site/redirect", "/index"],
    ["S-005", "/site/redirect?url=%2Fnews%3Fpage%3D2", "/news?page=2"],
    ["S-005", "/site/redirect?url=%2F%E5%85%B3%E4%BA%8E", "/%E5%85%B3%E4%BA%8E"],
  ])("%s: %s redirects to %s", async (_ids, path, location) => {
    const answer = await fetch(server.url + path, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  });

  it("S-022: the header of every page has the home page, the company, four groups of products, the contact, the language, sign-in and registration", async () => {
    const names = {
      zh: ["首页", "关于我们", "产品与服务", "联系我们", "EN", "登录", "注册"],
      en: ["Home", "About us", "Products &amp; services", "Contact us", "中文", "Sign in", "Sign up"],
    };
    const paths = [...routes.filter(([ids]) => !ids.includes("B-362")).map(([, path]) => path), productPages[0]![0]];
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths)
      for (const locale of ["zh", "en"] as const) {
        const header = /<header class="site-top">.*?<\/header>/s.exec((await read(path, locale)).html)?.[0] ?? "";
        expect([path, names[locale].filter((name) => !header.includes(`>${name}<`))]).toEqual([path, []]);
        for (const url of ["/index", "/introduce", "/contactus", "/user/login", "/user/register"])
          expect([path, url, header.includes(`href="${url}"`)]).toEqual([path, url, true]);
        const menu = /<nav class="menu".*?<\/nav>/s.exec(header)![0];
        const groups = [...menu.matchAll(/<ul>.*?<\/ul>/gs)].map(([list]) => list.match(/href="\/web\//g)!.length);
        expect([path, groups]).toEqual([path, [6, 4, 3, 2]]);
        // The menu of a person, which the page shows instead of the links once it knows them.
        expect(header).toContain('href="/paas/user/setting"');
      }
  });

  it.each([
    ["/", 200],
    ["/login", 200],
    ["/505", 403],
    ["/404", 404],
  ])("B-037: %s can be opened directly", async (path, status) => {
    const { status: answered, headings, html } = await read(path, "zh");
    expect([answered, html.includes("<html")]).toEqual([status, true]);
    expect(headings ?? 1).toBe(1);
  });

  it("S-013, B-029: finds the documentation pages of a key in a tree however deeply they are nested, in their order, with all pages above them", async () => {
    const { call } = client(server, await superAdministrator(server));
    const levels = Array.from({ length: 12 }, (_, index) => index + 1);
    let parent: string | undefined;
    for (const level of levels) {
      const title = { zh: `第 ${level} 级`, en: `Level ${level}` };
      const page = { type: "wiki", slug: `level-${level}`, title, parent, sort: 900, status: "published" };
      parent = ((await call("POST Api/{type}/QueryAdd", page)) as { id: string }).id;
    }
    // The order is that of `sort`, not of the addition.
    for (const sibling of [14, 13]) {
      const title = { zh: `第 ${sibling} 页`, en: `Page ${sibling}` };
      const page = { type: "wiki", slug: `level-${sibling}`, title, parent, sort: 900 + sibling, status: "published" };
      await call("POST Api/{type}/QueryAdd", page);
    }
    const deepest = "/wiki/level-12";
    await expect.poll(async () => (await read(deepest, "en")).status).toBe(200);
    const { html } = await read(deepest, "en");
    const partOf = (name: string) => new RegExp(`<nav [^>]*aria-label="${name}"[^>]*>(.*?)</nav>`, "s").exec(html)![1]!;
    const linksOf = (part: string) =>
      [...part.matchAll(/href="\/wiki\/level-(\d+)"/g)].map(([, level]) => Number(level));
    expect(linksOf(partOf("You are here"))).toEqual(levels.slice(0, -1));
    expect(linksOf(partOf("Documentation contents"))).toEqual([...levels, 13, 14]);
    expect(partOf("Documentation contents")).toContain('<a href="/wiki/level-12" aria-current="page">');
    expect(linksOf(partOf("Previous and next"))[0]).toBe(11);
    for (const level of levels) expect((await read(`/wiki/level-${level}`, "zh")).status).toBe(200);
  });

  it("Q-12: a space without a page at /site/redirect has the notice, except for its trusted sites", async () => {
    const owner = await newSpaceOwner(server);
    const admin = client(server, owner);
    const hostName = await siteHost(server, owner);
    const openRedirect = (url: string) =>
      readPage(`${server.url}/site/redirect?url=${encodeURIComponent(url)}`, { host: hostName });
    // The server loads the new space when it is notified.
    await expect.poll(async () => (await openRedirect("https://partner.example/a")).status).toBe(200);
    expect((await openRedirect("https://partner.example/a")).text).toContain('href="https://partner.example/a"');
    const site = (await admin.call("GET Api/{type}/QuerySingle", { type: "site" })) as { id: string; version: number };
    const { id, version } = site;
    await admin.call("POST Api/{type}/QueryUpdate", { type: "site", id, version, trustedHosts: "Partner.example\n" });
    await expect
      .poll(async () => (await openRedirect("https://partner.example/a")).headers.location)
      .toBe("https://partner.example/a");
    expect((await openRedirect("https://partner.example.org/")).status).toBe(200);
  });
});
