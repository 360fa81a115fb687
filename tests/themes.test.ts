/** Themes: their tokens on pages, and what administrators do with them. */
import { beforeAll, describe, expect, it } from "vitest";
import { colorProblems } from "#kit/theme-colors.ts";
import { siteTemplates } from "#records/site/site-templates.server.ts";
import { themeCss } from "#render/page/theme-css.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
type Saved = { id: string; version: number; name: { en: string }; theme: string };

let host = "";
beforeAll(async () => {
  const hostName = await siteHost(server, owner);
  host = hostName;
});

const readHtml = async (path: string) => (await readPage(`${server.url}${path}?language=en`, { host })).text;
const rows = async (type: string) => (await call("GET Api/{type}/QueryList", { type })) as Saved[];
const addTheme = async (name: string, tokens: object = {}) =>
  (await call("POST Api/{type}/QueryAdd", { type: "theme", name: sameText(name), ...tokens } as never)) as Saved;
const run = (command: string, id: string) => send("POST Api/{type}/Command", { type: "theme", command, ids: [id] });

/** Adds a draft with one title; without one, an empty page. */
async function addPage(path: string, theme: string, heading?: string): Promise<string> {
  const row = { type: "page", path, title: sameText(path), theme };
  const { id } = (await call("POST Api/{type}/QueryAdd", row as never)) as Saved;
  if (heading === undefined) return id;
  const value = { eyebrow: null, heading: sameText(heading), lead: null };
  const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value };
  await call("POST api/sitepage/save", {
    diyPageInfo: { pageId: id },
    baseRev: 0,
    changes: [{ id: after.id, after }],
  } as never);
  return id;
}

describe("the tokens of a theme", () => {
  it("are colours, numbers within limits and keys of closed lists, whatever is sent", async () => {
    const theme = (tokens: object) =>
      send("POST Api/{type}/QueryAdd", { type: "theme", name: sameText("Bad"), ...tokens });
    const hostile = "none}body{display:none";
    const refused = await Promise.all(
      [
        { shadow: hostile },
        { motion: hostile },
        { space: "2" },
        { headingFonts: `x";}@import url(//sink.test)` },
        { brandDark: "url(//sink.test)" },
        { textSize: 40 },
        { radius: 400 },
        { css: hostile },
      ].map(theme),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
    // What is stored nevertheless does not become CSS.
    expect(
      themeCss({ shadow: hostile, motion: hostile, space: hostile, headingFonts: hostile, textSize: Number.NaN }),
    ).toBe("");
  });

  it("show on published pages: type, space, shadow, motion and the colours of dark mode", async () => {
    const { id } = await addTheme("Bold", {
      brandDark: "#ffd166",
      headingFonts: "serif",
      headingSize: "huge",
      headingWeight: "bold",
      textSize: 18,
      space: "generous",
      radius: 20,
      shadow: "soft",
      motion: "none",
    });
    expect((await run("makeCurrent", id)).status).toBe(200);
    await expect.poll(() => readHtml("/index")).toContain("--brand:#ffd166");
    const html = await readHtml("/index");
    for (const token of [
      "--heading-scale:1.3",
      "--heading-weight:700",
      "--text-scale:1.125",
      "--space:1.25",
      "--r:20px",
    ])
      expect(html).toContain(token);
    expect(html).toContain("animation:none!important");
    expect(html).toMatch(/:root\{[^}]*--display:Georgia/);
    expect(html.split("--brand:#ffd166")).toHaveLength(3);
  });
});

describe("a theme", () => {
  it("becomes that of the site with the pages that come with it, all or none, and the site's history names both", async () => {
    const theme = await addTheme("Festival");
    await addPage("/festival", theme.id, "Lanterns tonight");
    const empty = await addPage("/empty", theme.id);
    const refused = await run("makeCurrent", theme.id);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("/empty")]);
    expect((await rows("site"))[0]!.theme).not.toBe(theme.id);
    await call("DELETE Api/{type}/QueryDelete", { type: "page", id: empty });

    const done = await run("makeCurrent", theme.id);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("with 1 page published")]);
    await expect.poll(() => readHtml("/festival")).toContain("Lanterns tonight");
    const again = await run("makeCurrent", theme.id);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("already")]);
    const { id } = (await rows("site"))[0]!;
    const history = JSON.stringify(await call("GET Api/{type}/QueryHistory", { type: "site", id } as never));
    expect(history).toContain(theme.id);
  });

  it("is duplicated with its tokens under a name of its own, which can be changed", async () => {
    const theme = await addTheme("A name that is forty characters long ok!", { brand: "#1d4ed8", radius: 9 });
    expect((await run("duplicate", theme.id)).status).toBe(200);
    const copy = (await rows("theme")).find(({ name }) => name.en.endsWith("copy"))!;
    expect(copy).toMatchObject({ brand: "#1d4ed8", radius: 9, name: { en: expect.stringMatching(/^.{40}$/) } });
    const renamed = await send("POST Api/{type}/QueryUpdate", {
      type: "theme",
      id: copy.id,
      version: copy.version,
      name: sameText("Copy"),
    });
    expect(renamed.status).toBe(200);
  });

  it("goes to the trash with its pages while the site has another one, and both come back", async () => {
    const theme = await addTheme("Short-lived");
    const page = await addPage("/short", theme.id, "Soon gone");
    const current = (await rows("site"))[0]!.theme;
    const refused = await run("deleteWithPages", current);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("The site has this theme")]);
    expect((await run("deleteWithPages", theme.id)).status).toBe(200);
    expect((await rows("theme")).map(({ id }) => id)).not.toContain(theme.id);
    expect((await rows("page")).map(({ id }) => id)).not.toContain(page);
    for (const [type, id] of [
      ["theme", theme.id],
      ["page", page],
    ] as const)
      expect((await send("POST Api/{type}/RestoreDeleted", { type, ids: [id] })).status).toBe(200);
    expect((await rows("page")).map(({ id }) => id)).toContain(page);
  });

  it("is the business of administrators of its space", async () => {
    const stranger = client(server, await newSpaceOwner(server));
    const [theme] = await rows("theme");
    for (const command of ["makeCurrent", "duplicate", "deleteWithPages"])
      expect(
        (await stranger.send("POST Api/{type}/Command", { type: "theme", command, ids: [theme!.id] })).status,
      ).toBe(404);
    expect(
      (await client(server).send("POST Api/{type}/Command", { type: "theme", command: "duplicate", ids: [theme!.id] }))
        .status,
    ).toBe(401);
  });
});

describe("the wire of themes", () => {
  const anonymous = client(server);
  type Row = {
    id: string;
    status: number;
    level: number;
    codeType: number;
    isCurrent: boolean;
    url: string;
    userId: string | null;
  };
  type List = { total: number; pageIndex: number; pageSize: number; rows: Row[] };
  const list = async (who: typeof anonymous, query: object = {}) =>
    (await who.call("GET Api/SiteTheme/Page", query as never)) as List;

  it("B-198, B-346, E-096, N-022: lists published templates to everybody, the best by level, none of an admin area, and themes of one's own space", async () => {
    const templates = await list(anonymous);
    expect(templates.rows.map(({ id }) => id)).toEqual([
      "retail",
      "transport",
      "medical",
      "entertainment",
      "energy",
      "recycling",
    ]);
    expect(templates.rows.map(({ status, codeType }) => [status, codeType])).toEqual(templates.rows.map(() => [3, 1]));
    const best = await list(anonymous, { status: 3, level: 6 });
    expect(best.rows.map(({ id }) => id)).toEqual(["retail", "transport", "entertainment"]);
    expect((await list(anonymous, { codeType: 2 })).total).toBe(0);
    expect((await list(anonymous, { status: 1 })).total).toBe(0);
    expect(await list(anonymous, { pageIndex: 2, pageSize: 4 })).toMatchObject({
      total: 6,
      pageIndex: 2,
      pageSize: 4,
      rows: [{ id: "energy" }, { id: "recycling" }],
    });
    // Own themes: those of the space, by status, account or space; no other account has any.
    const own = await list({ call, send }, { status: 1, pageSize: 100 });
    expect(own.rows.map(({ id }) => id).toSorted()).toEqual((await rows("theme")).map(({ id }) => id).toSorted());
    expect(own.rows.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([(await rows("site"))[0]!.theme]);
    const { userId } = own.rows[0]!;
    expect((await list({ call, send }, { userId, teamUserId: owner.tenantId })).total).toBe(own.total);
    expect((await list({ call, send }, { userId: owner.tenantId })).total).toBe(0);
    expect((await anonymous.send("GET Api/SiteTheme/Page", { level: "high" })).status).toBe(422);
  });

  it("E-097, N-023: names the kinds of users with routes of their own, each with a sign", async () => {
    const routes = (await anonymous.call("GET api/theme/Routes", {})) as { type: string; sign: string }[];
    expect(routes.map(({ type }) => type)).toEqual(expect.arrayContaining(["admin", "member", "merchant", "store"]));
    expect(new Set(routes.map(({ sign }) => sign)).size).toBe(routes.length);
    expect(
      routes.every((route) => Object.keys(route).join() === "type,sign" && /^[0-9a-f]{24}$/.test(route.sign)),
    ).toBe(true);
  });

  it("E-094, B-069: opens a theme for design with the page, its components and the menu, for the account of the session only", async () => {
    const { themeId, homePageId } = (await call("POST Api/SiteTheme/Apply", { template: "energy" })) as {
      themeId: string;
      homePageId: string;
    };
    const open = (input: object) => send("POST Api/SiteTheme/DiyInfo", { diyPageInfo: {}, ...input });
    const opened = await open({ themeId });
    const info = contentOf(opened) as {
      pageId: string;
      clientHost: string;
      page: { widgets: { name: string }[]; mobileWidgets: unknown[]; headTab: object };
      theme: object;
    };
    expect(info).toMatchObject({
      pageId: homePageId,
      page: { headTab: { tabId: "" } },
      theme: { id: themeId, menu: [] },
    });
    expect(info.page.widgets.map(({ name }) => name)).toEqual([
      "hero",
      "figures",
      "feature",
      "cards",
      "call-to-action",
    ]);
    expect(info.page.mobileWidgets).toEqual(info.page.widgets);
    expect(info.clientHost).toContain(host.split(".")[0]!);
    const page = (await call("GET Api/SiteTheme/DiyPageInfo", { themeId })) as Record<string, unknown>;
    expect(page).toMatchObject({
      codeType: 1,
      clientType: "WapH5",
      themeId,
      themeRoute: { prefix: "" },
      page: { isLayoutPage: false, setting: { title: { en: "Home" } } },
      projectInfo: { adminUrl: `/builder/${homePageId}`, url: expect.stringMatching(/\/index$/) },
    });
    expect((await open({ themeId, userId: owner.tenantId })).status).toBe(403);
  });

  it("B-200, B-201, B-202, B-383, B-384, E-095: refuses a wrong id, a wrong page and a foreign theme in the fixed words", async () => {
    const zh = { "accept-language": "zh-CN" };
    const [theme] = await rows("theme");
    for (const input of [{}, { themeId: "" }, { themeId: "1" }].map((ids) => ({ diyPageInfo: "", ...ids })))
      for (const name of ["POST Api/SiteTheme/DiyInfo", "GET Api/SiteTheme/DiyPageInfo"]) {
        const { status, text } = await send(name, input, zh);
        expect([status, text]).toEqual([400, expect.stringContaining("模板Id不正确，请输入正确的模板Id")]);
      }
    const stranger = client(server, await newSpaceOwner(server));
    const foreign = await stranger.send("POST Api/SiteTheme/DiyInfo", { diyPageInfo: {}, themeId: theme!.id }, zh);
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining("您无权访问改模板")]);
    const english = await stranger.send("GET Api/SiteTheme/DiyPageInfo", { themeId: theme!.id });
    expect([english.status, english.text]).toEqual([
      403,
      expect.stringContaining("You don’t have access to this theme"),
    ]);
    const wrongPage = await send(
      "POST Api/SiteTheme/DiyInfo",
      { diyPageInfo: {}, themeId: theme!.id, pageId: owner.tenantId },
      zh,
    );
    expect([wrongPage.status, wrongPage.text]).toEqual([
      404,
      expect.stringContaining("模板信息访问出错，请输入正确的访问网址"),
    ]);
    expect((await anonymous.send("POST Api/SiteTheme/DiyInfo", { diyPageInfo: {}, themeId: theme!.id })).status).toBe(
      401,
    );
  });

  it("E-101: gives visitors the layout of the theme that the site has, and of no other", async () => {
    const visitor = (themeId: string, clientType = "WeChat") =>
      fetch(`${server.url}/api/SitePage/GetLayout?themeId=${themeId}&clientType=${clientType}`, { headers: { host } });
    const { theme } = (await rows("site"))[0]!;
    const mine = await send("GET Api/SitePage/GetLayout", { themeId: theme, clientType: "AppPlus" });
    expect(contentOf(mine)).toMatchObject({
      clientType: "AppPlus",
      themeId: theme,
      codeType: 1,
      page: { isLayoutPage: true, widgets: [{ name: "head" }, { name: "foot" }], setting: { showHead: true } },
    });
    const other = (await rows("theme")).find(({ id }) => id !== theme)!;
    expect((await send("GET Api/SitePage/GetLayout", { themeId: other.id, clientType: "WapH5" })).status).toBe(404);
    expect((await visitor(theme, "Fax")).status).toBe(422);
  });
});

describe("templates", () => {
  it("become a theme with drafts beside everything that exists, which becomes the site in one step and leaves it in one", async () => {
    const before = await rows("page");
    const { themeId, pageCount } = (await call("POST Api/SiteTheme/Apply", { template: "retail" })) as {
      themeId: string;
      pageCount: number;
    };
    const after = (await rows("page")) as (Saved & { path: string; status: string })[];
    expect(
      after
        .filter(({ theme }) => theme === themeId)
        .map(({ path, status }) => [path, status])
        .toSorted(),
    ).toEqual(["/about-us", "/contactus", "/index", "/products"].map((path) => [path, "draft"]));
    expect(pageCount).toBe(4);
    expect(
      after
        .filter(({ theme }) => theme !== themeId)
        .map(({ id, version }) => [id, version])
        .toSorted(),
    ).toEqual(before.map(({ id, version }) => [id, version]).toSorted());
    expect(await readHtml("/index")).not.toContain("Fresh today");
    const previous = (await rows("site"))[0]!.theme;
    const made = await run("makeCurrent", themeId);
    expect([made.status, made.text]).toEqual([200, expect.stringContaining("with 4 pages published")]);
    await expect.poll(() => readHtml("/index")).toContain("Fresh today");
    expect((await run("makeCurrent", previous)).status).toBe(200);
    await expect.poll(() => readHtml("/index")).not.toContain("Fresh today");
    expect((await run("deleteWithPages", themeId)).status).toBe(200);
    expect((await rows("page")).map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    expect((await send("POST Api/SiteTheme/Apply", { template: "casino" })).status).toBe(404);
    expect((await client(server).send("POST Api/SiteTheme/Apply", { template: "retail" })).status).toBe(401);
  });

  it.each(siteTemplates.map((template) => [template.key, template] as const))(
    "%s: is complete in both languages, readable, and can be looked at before",
    async (key, template) => {
      expect(colorProblems(template.tokens)).toEqual({});
      expect(template.pages.map(({ path }) => path)).toContain("/contactus");
      // Both languages of every text, and no text in the wrong one.
      JSON.stringify(template, (_name, value: unknown) => {
        if (typeof value !== "object" || value === null || !("zh" in value)) return value;
        const { zh, en } = value as { zh: string; en: string };
        expect([zh, en].every((text) => text !== "")).toBe(true);
        expect(en).not.toMatch(/[\u4e00-\u9fff]/);
        return value;
      });
      for (const { path, title } of template.pages) {
        const { text, status } = await readPage(`${server.url}/outer/template?key=${key}&page=${path}&language=en`, {});
        expect(status).toBe(200);
        expect(text).toContain(`--brand:${template.tokens.brand}`);
        expect(text).toContain('name="robots"');
        expect(text).toContain(title.en);
        expect(text.includes('class="broken"')).toBe(false);
        // Changing the language keeps the page.
        expect(text).toMatch(/href="\?[^"]*key=[a-z]+[^"]*language=zh"/);
      }
      expect((await readPage(`${server.url}/outer/template?key=${key}&page=/nowhere`, {})).status).toBe(404);
    },
  );

  it("B-023, B-345, S-070, S-071, S-072, S-073, S-075: stand in the gallery by kind, in the builder's menu and on the home page", async () => {
    const read = async (path: string) => (await readPage(`${server.url}${path}`, {})).text;
    const zh = await read("/theme?language=zh");
    const menu = /<nav class="builder-menu".*?<\/nav>/s.exec(zh)![0].replaceAll(/<svg.*?<\/svg>/g, "");
    expect([...menu.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, url, name]) => [url, name])).toEqual([
      ["/index", "精选推荐"],
      ["/theme?type=theme", "模板"],
      ["/theme?type=page", "页面"],
      ["/theme?type=module", "模块"],
      ["/design/make", "创作设计"],
      ["/about/design/job", "招募设计师"],
    ]);
    for (const { key, name } of siteTemplates) {
      expect(zh).toContain(`/outer/template?key=${key}&amp;page=/index`);
      expect(zh).toContain(name.zh);
      expect(zh).toContain(`/builder/templates?template=${key}`);
    }
    const [pages, modules] = [await read("/theme?type=page&language=en"), await read("/theme?type=module&language=en")];
    expect(pages).toContain("Corner · Home");
    expect(pages).not.toContain("<strong>One basket a week");
    expect(await read("/theme?type=module&class=retail&language=en")).toContain("<strong>One basket a week");
    expect(modules).toContain("By the platform");
    const home = await read("/index?language=en");
    for (const { name, isFeatured } of siteTemplates)
      expect(home.includes(`<h3>${name.en}</h3>`)).toBe(isFeatured === true);
    expect(await read("/about/design/job?language=en")).toContain("Designers wanted");
  });
});
