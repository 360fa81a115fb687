/** The app bundles of a space: what is in each of the four, who may have them, and which version is current. */
import { Script, createContext } from "node:vm";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { appIconSizes, maskableSizes } from "#kit/site-app.ts";
import { type ClientType, clientTypes } from "#kit/client-type.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Locale, locales } from "#kit/text.ts";
import { bundleFiles, makeBundle, versionsOf } from "./support/app-bundles.ts";
import { client, contentOf } from "./support/client.ts";
import { widget } from "./support/hostile-pages.ts";
import { download, endedJob } from "./support/jobs.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const address = "https://www.example.com";

type Files = ReadonlyMap<string, Buffer>;
type Icon = { src: string; sizes: string };

const app = {
  name: { zh: "经纬巡检公司", en: "Meridian Patrol" },
  appName: { zh: "巡检 & 维护", en: "Patrol & care" },
  appText: { zh: "现场巡检", en: "Inspections on site" },
  contactUrl: "/contactus",
  legal: [{ name: { zh: "隐私政策", en: "Privacy policy" }, url: "/html?id=1&method=contract" }],
};
const tabs = [
  { name: { zh: "首页", en: "Home" }, icon: "home", url: "/index" },
  { name: { zh: "新闻", en: "News" }, icon: "news", url: "/news?kind=all" },
  { name: { zh: "微信外", en: "Elsewhere" }, icon: "more", url: "/elsewhere", clients: ["AppPlus"] },
];

let owner: Person;
const bundles = {} as Record<ClientType, Files>;

/** Adds a published page. */
async function addPage(path: string, heading: { zh: string; en: string }, setting: object = {}): Promise<void> {
  const { call } = client(server, owner);
  const row = { type: "page", path, title: heading, description: heading };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const after = widget("wd_aaaaaaaaaa", { value: { heading } });
  await call("POST api/sitepage/save", {
    diyPageInfo: { pageId },
    baseRev: 0,
    changes: [{ id: "wd_aaaaaaaaaa", after }],
    setting: { title: heading, description: heading, showHead: true, showFoot: true, ...setting } as never,
  });
  await call("POST Api/Java/PublishPage", { pageId });
}

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const [site] = (await call("GET Api/{type}/QueryList", { type: "site" })) as AnyRow[];
  const { id, version } = site!;
  await call("POST Api/{type}/QueryUpdate", { type: "site", id, version, ...app } as never);
  await addPage("/first", { zh: "第一页", en: "First page" });
  await addPage("/inside", { zh: "会员内容", en: "For members" }, { isLogin: true });
  await addPage(
    "/layout",
    { zh: "布局", en: "Layout" },
    { layoutFor: ["WeChat", "WeChatLite"], tabBarSetting: { items: tabs } },
  );
  for (const kind of clientTypes) bundles[kind] = await bundleFiles(server, owner, { client: kind, address });
});

const textOf = (files: Files, name: string) => {
  expect([...files.keys()]).toContain(name);
  return files.get(name)!.toString();
};
const jsonOf = (files: Files, name: string) => JSON.parse(textOf(files, name)) as Record<string, never>;
/** What a page says; headings have break opportunities between words. */
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, "");
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return `${width}x${height} ${format}`;
};

/** Runs a script of a mini program with what WeChat gives to it: `calls` collects what it makes of that. */
function runScript(text: string) {
  const calls: Record<string, never>[] = [];
  const collect = (value: never) => void calls.push(value);
  new Script(text).runInContext(createContext({ App: collect, Page: collect, decodeURIComponent, encodeURIComponent }));
  return calls[0]!;
}

describe.each(clientTypes)("the bundle for %s", (kind) => {
  it("says what it is, and has icons and texts for stores in both languages, with the legal links of the site", async () => {
    const files = bundles[kind];
    expect(jsonOf(files, "bundle.json")).toMatchObject({ client: kind, version: 1, address });
    for (const size of [512, 1024])
      expect(await sizeOf(files.get(`store/icon-${size}.png`)!)).toBe(`${size}x${size} png`);
    for (const locale of locales) {
      const text = (name: string) => textOf(files, `store/${locale}/${name}.txt`).trim();
      expect(text("name")).toBe(app.appName[locale]);
      expect(text("summary")).toBe(app.appText[locale]);
      expect(text("description")).toBe(app.appText[locale]);
      expect(text("news")).toContain("1.0.0");
      expect(text("support")).toBe(`${address}/contactus`);
      expect(text("privacy")).toContain(`${app.legal[0]!.name[locale]}: ${address}/html?id=1&method=contract`);
      expect(textOf(files, "README.md")).toContain(`# ${app.appName[locale]}`);
    }
  });

  it("has nothing for signed-in people, no private file, no address of the administration and no placeholder that was not filled in", () => {
    const texts = [...bundles[kind]].filter(([name]) => /\.(?:html|js|json|xml|txt|md|wxml|webmanifest)$/.test(name));
    const forbidden =
      /会员内容|For members|\/files\/private\/|="\/(?:paas|admin|builder|service|user)\/|\{(?:origin|client|number|name)\}/;
    expect(
      texts.filter(([, bytes]) => forbidden.test(wordsOf(bytes.toString()) + bytes.toString())).map(([name]) => name),
    ).toEqual([]);
  });
});

describe.each(["WapH5", "WeChat"] as const)("the web app for %s", (kind) => {
  it("has the pages of that client in both languages, each with the manifest, offline pages and a service worker that keeps them", () => {
    const files = bundles[kind];
    const worker = textOf(files, "service-worker.js");
    const settings = JSON.parse(/^const settings = (.*);$/m.exec(worker)![1]!) as Record<string, string[]>;
    expect(() => new Script(worker)).not.toThrow();
    for (const [folder, title, offline] of [
      ["", "第一页", "当前没有网络"],
      ["en/", "First page", "You are offline"],
    ] as const) {
      const page = textOf(files, `${folder}first/index.html`);
      expect(wordsOf(page)).toContain(title);
      expect(page.includes("tab-bar")).toBe(kind === "WeChat");
      expect(page).toContain(`<link rel="manifest" href="/${folder}app.webmanifest"/>`);
      const offlinePage = textOf(files, `${folder}app-offline/index.html`);
      expect(wordsOf(offlinePage)).toContain(offline);
      expect(offlinePage).toContain('href="?"');
      expect(settings.core).toEqual(
        expect.arrayContaining([`/${folder}`, `/${folder}first/`, `/${folder}app-offline/`]),
      );
    }
    // Each file that the worker keeps is in the bundle.
    const names = [...settings.core!, ...settings.media!].map((url) =>
      (url.endsWith("/") ? `${url}index.html` : url).slice(1),
    );
    expect(names.filter((name) => !files.has(name))).toEqual([]);
    expect(textOf(files, "404.html")).toContain("<html");
    expect(textOf(files, "sitemap.xml")).toContain(`${address}/first/`);
  });

  it("has a manifest in both languages whose icons are in the bundle, in the stated sizes", async () => {
    const files = bundles[kind];
    for (const [locale, folder] of [
      ["zh", ""],
      ["en", "en/"],
    ] as [Locale, string][]) {
      const manifest = jsonOf(files, `${folder}app.webmanifest`);
      expect(manifest).toMatchObject({
        name: app.name[locale],
        short_name: app.appName[locale],
        description: app.appText[locale],
        start_url: `/${folder}`,
        scope: "/",
        display: "standalone",
      });
      const icons = manifest.icons as unknown as Icon[];
      expect(icons).toHaveLength(appIconSizes.length + maskableSizes.length);
      for (const { src, sizes } of icons)
        expect(await sizeOf(files.get(src.slice(1).split("?")[0]!)!)).toBe(`${sizes} png`);
    }
  });
});

it("has, for WeChat, the card of a shared link on each page, with the icon where the page has no picture", () => {
  const page = textOf(bundles.WeChat, "en/first/index.html");
  for (const part of [
    '<meta itemprop="name" content="First page"/>',
    '<meta itemprop="description" content="First page"/>',
    `<meta itemprop="image" content="${address}/app-icon-512.png"/>`,
    `<meta property="og:image" content="${address}/app-icon-512.png"/>`,
  ])
    expect(page).toContain(part);
  expect(textOf(bundles.WapH5, "en/first/index.html")).not.toContain('itemprop="image"');
});

describe("the mini program", () => {
  it("is a project with the tabs of the site, their icons, and a page for shared links; each page has its four files", async () => {
    const files = bundles.WeChatLite;
    const config = jsonOf(files, "app.json") as unknown as {
      pages: string[];
      tabBar: { list: { pagePath: string; text: string; iconPath: string; selectedIconPath: string }[] };
    };
    expect(config.pages).toEqual(["pages/tab-1/index", "pages/tab-2/index", "pages/web/index"]);
    expect(config.tabBar.list.map(({ pagePath, text }) => [pagePath, text])).toEqual([
      ["pages/tab-1/index", "首页"],
      ["pages/tab-2/index", "新闻"],
    ]);
    for (const { iconPath, selectedIconPath } of config.tabBar.list)
      for (const name of [iconPath, selectedIconPath]) {
        expect(await sizeOf(files.get(name)!)).toBe("81x81 png");
        // Lines on a transparent ground.
        const [, , , alpha] = (await sharp(files.get(name)!).stats()).channels;
        expect([alpha!.min, alpha!.max]).toEqual([0, 255]);
        // WeChat refuses larger ones.
        expect(files.get(name)!.length).toBeLessThan(40 * 1024);
      }
    for (const page of config.pages) {
      jsonOf(files, `${page}.json`);
      expect(textOf(files, `${page}.wxml`)).toContain("<web-view");
      expect(files.has(`${page}.wxss`)).toBe(true);
    }
    expect(jsonOf(files, "project.config.json")).toMatchObject({ appid: "touristappid", compileType: "miniprogram" });
    expect(jsonOf(files, "sitemap.json")).toHaveProperty("rules");
    expect(runScript(textOf(files, "app.js"))).toHaveProperty("onLaunch");
  });

  it("shows the pages of the site, of which a tab hides the site's own tab bar, and opens a shared page but none of another site", () => {
    const shown = (name: string, query: object) => {
      const page = runScript(textOf(bundles.WeChatLite, name)) as unknown as {
        data: object;
        onLoad: (this: object, query: object) => void;
        onShareAppMessage: (options: object) => { path: string; title: string };
      };
      let data = {};
      page.onLoad.call({ setData: (changes: object) => void (data = changes) }, query);
      return { data, share: page.onShareAppMessage };
    };
    expect(shown("pages/tab-1/index.js", {}).data).toEqual({ src: `${address}/index?shell=tabs` });
    const { data, share } = shown("pages/tab-2/index.js", { path: "/other" });
    expect(data).toEqual({ src: `${address}/news?kind=all&shell=tabs` });
    expect(share({ webViewUrl: `${address}/news?kind=all&shell=tabs` })).toEqual({
      title: app.appName.zh,
      path: `/pages/web/index?path=${encodeURIComponent("/news?kind=all")}`,
    });
    expect(shown("pages/web/index.js", { path: encodeURIComponent("/news?kind=all") }).data).toEqual({
      src: `${address}/news?kind=all`,
    });
    for (const path of ["//evil.example", "https://evil.example", "/\\evil.example", ""])
      expect(shown("pages/web/index.js", { path: encodeURIComponent(path) }).data).toEqual({ src: `${address}/` });
  });
});

it("has, for the app, a project of HBuilderX with icons and start pictures in the stated sizes, a start page and an offline page", async () => {
  const files = bundles.AppPlus;
  const manifest = jsonOf(files, "manifest.json") as unknown as {
    plus: { error: { url: string }; distribute: { icons: object; splashscreen: { android: Record<string, string> } } };
  };
  expect(manifest).toMatchObject({
    name: app.appName.zh,
    version: { name: "1.0.0", code: 1 },
    launch_path: "index.html",
  });
  const { icons, splashscreen } = manifest.plus.distribute;
  const names = JSON.stringify(icons).match(/unpackage[^"]*/g)!;
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const [, size] = /(\d+)x\d+\.png$/.exec(name)!;
    expect(await sizeOf(files.get(name)!), name).toBe(`${size}x${size} png`);
  }
  expect(await sizeOf(files.get(splashscreen.android.xxhdpi!)!)).toBe("1080x1882 png");
  const start = textOf(files, "index.html");
  expect(wordsOf(start)).toContain("Opening Patrol &amp; care…");
  expect(start).toContain('src="start.js"');
  expect(textOf(files, "start.js")).toContain(`"start":"${address}/"`);
  expect(wordsOf(textOf(files, manifest.plus.error.url))).toContain("You are offline");
  for (const name of ["start.js", "offline.js"]) expect(() => new Script(textOf(files, name))).not.toThrow();
});

describe("versions", () => {
  it("are numbered for each client; the latest is the current one, until an administrator goes back to an earlier one, which apps are told and the history keeps", async () => {
    const [maker, { call, send }] = [await newSpaceOwner(server), client(server, owner)];
    const host = await siteHost(server, maker);
    const told = async (kind: ClientType) => {
      const { text } = await readPage(`${server.url}/api/App/Version?client=${kind}`, { host });
      return (JSON.parse(text) as { result: { version: number | null } }).result.version;
    };
    const state = async () =>
      (await versionsOf(server, maker)).map(
        ({ client: kind, number, current }) => `${kind} ${number}${current ? " current" : ""}`,
      );
    expect([await told("AppPlus"), await state()]).toEqual([null, []]);
    for (const _ of [1, 2]) await makeBundle(server, maker, { client: "AppPlus", address });
    await makeBundle(server, maker, { client: "WeChatLite", address });
    expect(await state()).toEqual(expect.arrayContaining(["AppPlus 2 current", "AppPlus 1", "WeChatLite 1 current"]));
    expect([await told("AppPlus"), await told("WeChatLite"), await told("WapH5")]).toEqual([2, 1, null]);

    const first = (await versionsOf(server, maker)).find(
      ({ number, client: kind }) => kind === "AppPlus" && number === 1,
    )!;
    const input = { type: "appBundle", command: "makeCurrent", ids: [first.id] };
    const refused = await send("POST Api/{type}/Command", input);
    expect(refused.status).toBe(404);
    const rolledBack = await client(server, maker).send("POST Api/{type}/Command", input);
    expect(rolledBack.status, rolledBack.text).toBe(200);
    expect(await state()).toEqual(expect.arrayContaining(["AppPlus 2", "AppPlus 1 current", "WeChatLite 1 current"]));
    expect([await told("AppPlus"), await told("WeChatLite")]).toEqual([1, 1]);
    const again = await client(server, maker).send("POST Api/{type}/Command", input);
    expect(again.status).toBe(409);
    const history = (await client(server, maker).call("GET Api/{type}/QueryHistory", {
      type: "appBundle",
      id: first.id,
    })) as object;
    expect(JSON.stringify(history)).toContain("current");
    // The next version has a number that none has had.
    await makeBundle(server, maker, { client: "AppPlus", address });
    expect(await state()).toEqual(expect.arrayContaining(["AppPlus 3 current", "AppPlus 1"]));
    expect((await call("GET paas/appBundle/versions", {})) as object[]).toHaveLength(clientTypes.length);
  });

  it("are kept: the last ten for a client, each with its file, which goes with the version", async () => {
    const maker = await newSpaceOwner(server);
    await makeBundle(server, maker, { client: "WapH5", address });
    for (let count = 0; count < 11; count += 1) await makeBundle(server, maker, { client: "WeChatLite", address });
    const kept = await versionsOf(server, maker);
    expect(kept.map(({ client: kind, number }) => `${kind} ${number}`)).toEqual([
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `WeChatLite ${number}`),
      "WapH5 1",
    ]);
    const files = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`select id from private_file where account_id = ${maker.tenantId}::uuid`),
    );
    expect(files.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it("take together no more than the uploads of the space may: older ones go, current ones stay", async () => {
    const maker = await newSpaceOwner(server);
    const run = (statement: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows(statement));
    await run(sql`update tenant set max_files_mb = 1 where id = ${maker.tenantId}::uuid`);
    const make = async (kind: ClientType) => {
      await makeBundle(server, maker, { client: kind, address });
      await run(sql`update private_file set bytes = 600000 where tenant_id = ${maker.tenantId}::uuid`);
    };
    for (const kind of ["AppPlus", "WeChatLite", "WeChatLite", "WeChatLite"] as const) await make(kind);
    const left = await versionsOf(server, maker);
    expect(left.map(({ client: kind, number }) => `${kind} ${number}`).toSorted()).toEqual([
      "AppPlus 1",
      "WeChatLite 3",
    ]);
  });

  it("are for administrators of the space: members and other spaces neither make, see nor download one", async () => {
    const [version] = await versionsOf(server, owner);
    const url = `/files/private/${version!.id}`;
    const [member, stranger] = [await newMember(server, owner.tenantId), await newSpaceOwner(server)];
    const other = await signInAgain(server, owner);
    expect((await download(server, url, other)).status).toBe(200);
    for (const person of [member, stranger]) expect((await download(server, url, person)).status).toBe(404);
    const memberApi = client(server, member);
    expect((await memberApi.send("GET paas/appBundle/versions")).status).toBe(403);
    const input = { name: "makeAppBundle", input: { client: "WapH5" } };
    expect((await memberApi.send("POST Api/Job/Start", input)).status).toBe(403);
    expect((await client(server).send("POST Api/Job/Start", input)).status).toBe(401);
    expect(contentOf(await client(server, stranger).send("GET paas/appBundle/versions"))).toEqual([]);
  });

  it.each(["ftp://example.com", "https://example.com/folder", "javascript:alert(1)"])(
    "refuse the address %s",
    async (wrong) => {
      const input = { client: "AppPlus", address: wrong };
      const answer = await client(server, owner).send("POST Api/Job/Start", { name: "makeAppBundle", input });
      expect(answer.status).toBe(422);
    },
  );

  it("are made for two clients at once, and once at a time for each", async () => {
    const maker = await newSpaceOwner(server);
    const start = async (of: ClientType) => {
      const input = { name: "makeAppBundle", input: { client: of } };
      return (contentOf(await client(server, maker).send("POST Api/Job/Start", input)) as { id: string }).id;
    };
    const [browser, again, lite] = await Promise.all([start("WapH5"), start("WapH5"), start("WeChatLite")]);
    expect(again).toBe(browser);
    for (const id of [browser, lite]) expect(await endedJob(server, maker, id)).toMatchObject({ state: "done" });
    const versions = await versionsOf(server, maker);
    expect(versions.map(({ client: of }) => of).toSorted()).toEqual(["WapH5", "WeChatLite"]);
  });

  it("have the address of the site where none is given, and say that WeChat needs HTTPS", async () => {
    const maker = await newSpaceOwner(server);
    const host = await siteHost(server, maker);
    const job = await makeBundle(server, maker, { client: "WeChatLite" });
    const [version] = await versionsOf(server, maker);
    expect(new URL(version!.address).hostname).toBe(host);
    expect(job.result!.text).toMatch(/只能打开 https:|open only addresses that begin with https:/);
    const log = await client(server, maker).call("GET Api/Job/Log", { id: job.id });
    expect(JSON.stringify(log)).toContain("https://");
  });
});
