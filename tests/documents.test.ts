import { createHash } from "node:crypto";
import { transform } from "lightningcss";
import { describe, expect, it } from "vitest";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { widgetsOf } from "#kit/page-tree.ts";
import type { Site } from "#kit/site.ts";
import { type AnyRow } from "#kit/entity.ts";
import { type Locale, locales } from "#kit/text.ts";
import type { LoadContext } from "#kit/widget.ts";
import { markdown } from "#kit/markdown.ts";
import { noProse } from "#kit/rich-text-html.ts";
import { siteTemplates } from "#records/site/site-templates.server.ts";
import { siteFrom } from "#records/site/site.server.ts";
import type { PageInput } from "#render/page/page-input.ts";
import { renderPage } from "#render/page/page.server.tsx";
import { nodes, widgets } from "#render/registry.ts";
import { company } from "../seed/company.ts";
import { home } from "../seed/home.ts";
import { contracts } from "../seed/legal.ts";
import { news } from "../seed/news.ts";
import { pages } from "../seed/pages.ts";
import { wiki } from "../seed/wiki.ts";

const site: Site = siteFrom(company);
const assets = { islands: "/assets/islands.js", fonts: { sans: "/assets/sans.woff2", mono: "/assets/mono.woff2" } };
const row = { version: 1, createdAt: "2026-11-01T00:00:00.000Z", updatedAt: "2026-11-02T00:00:00.000Z" };
/** The sample rows by entity. */
const rows: Record<string, AnyRow[]> = {
  news: news.map((item, index) => ({ ...row, id: `news-${index}`, sourceUrl: null, ...item })),
  wiki: wiki.map(({ key, ...item }, sort) => ({ ...row, id: key, slug: key, sort, ...item })),
  contract: contracts.map((item) => ({ ...row, id: String(item.number), ...item })),
};

/** The data that the widgets of a page load, as in the builder: without the query of a visitor. */
async function dataOf(page: PageDocument, locale: Locale): Promise<Map<string, unknown>> {
  const context: LoadContext = {
    locale,
    site,
    path: "/index",
    isPreview: true,
    param: () => undefined,
    templates: () => siteTemplates,
    builderMenu: async () => [],
    market: async () => ({ total: 0, items: [], classes: [], classId: undefined }),
    markdown,
    richText: () => noProse,
    describe: () => {},
    notFound: () => {
      throw new Error("not found");
    },
    redirectTo: () => {
      throw new Error("redirected");
    },
    items: async () => [{ id: "item-1", title: "Item", text: "Text", picture: "", date: "2026-11-29", link: "/news" }],
    list: async (type, { limit }) => rows[type]!.slice(0, limit) as never,
    count: async (type) => rows[type]!.length,
  };
  const loading = widgetsOf(page).map(async ({ id, name, value }) => {
    const load = widgets.get(name)?.load;
    return [id, await load?.(value as never, context).catch(() => undefined)] as const;
  });
  return new Map(await Promise.all(loading));
}

async function render(page: PageDocument, changes: Partial<PageInput> = {}) {
  const data = await dataOf(page, changes.locale ?? "en");
  const onBroken = (id: string, error: unknown) => {
    throw new Error(`${id} is broken`, { cause: error });
  };
  return renderPage({
    page,
    site,
    locale: "en",
    client: "WapH5",
    path: "/index",
    query: "",
    pageDescription: {},
    origin: "https://a.test",
    data,
    assets,
    isIndexed: true,
    mapTiles: undefined,
    attributes: {},
    broken: new Set(),
    onBroken,
    ...changes,
  });
}

const setting = { title: { zh: "页", en: "Page" }, description: {}, showHead: false, showFoot: false };
const pageOf = (...records: PageRecord[]): PageDocument => ({
  schema: 1,
  setting,
  records: Object.fromEntries(records.map((record) => [record.id, record])),
});
const widget = (name: string, value: Record<string, unknown>, id = "wd_aaaaaaaaaa"): PageRecord => ({
  kind: "widget",
  id,
  order: id,
  name,
  value,
});
const node = (type: string, value: Record<string, unknown>, id = "nd_aaaaaaaaaa"): PageRecord => ({
  kind: "node",
  id,
  order: id,
  parent: "wd_aaaaaaaaaa",
  type,
  box: { x: 1, y: 2, w: 3, h: 4 },
  value,
});
const canvas = widget("canvas", { height: 200, background: "paper" });
const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)![1]!;

describe.each(locales)("in %s", (locale) => {
  it.each([...widgets.values()].map((definition) => [definition.name, definition] as const))(
    "widget %s renders its example",
    async (name, definition) => {
      const { html } = await render(pageOf(widget(name, definition.example)), { locale });
      expect(html).toContain(`data-widget="${name}"`);
      expect(html).not.toMatch(/\sstyle="|undefined|\[object/);
    },
  );

  it.each([...nodes.values()].map((definition) => [definition.type, definition] as const))(
    "node %s renders its example",
    async (type, definition) => {
      const { html } = await render(pageOf(canvas, node(type, definition.example)), { locale });
      expect(html).toContain('data-node="nd_aaaaaaaaaa"');
      expect(styleOf(html)).toContain("[data-node=nd_aaaaaaaaaa]{--x:1;--y:2;--w:3;--h:4");
      expect(html).not.toMatch(/\sstyle="|undefined|\[object/);
    },
  );

  it.each([home, ...pages].map((page) => [page.path, page] as const))(
    "the sample page %s renders without faults",
    async (path, page) => {
      const { html } = await render(page.document, { locale, path });
      expect(html).toContain(`<title>${site.name[locale]} · ${page.title[locale].replaceAll("&", "&amp;")}</title>`);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toContain('class="broken"');
    },
  );
});

it.each(
  [...widgets.values(), ...nodes.values()].map((definition) => [definition.title.en, definition.css ?? ""] as const),
)("%s has CSS without errors", (_title, css) => {
  expect(() => transform({ filename: "a.css", code: Buffer.from(css), errorRecovery: false })).not.toThrow();
});

it("B-001: names the three subjects on the home page", async () => {
  expect((await render(home.document, { locale: "zh" })).html).toMatch(/AI 智能设备资产管理.*RWA 通证化.*投融资平台/s);
  expect((await render(home.document)).html).toMatch(
    /Device asset management.*RWA tokenisation.*Investment platforms/s,
  );
});

it("B-018, B-019, B-020, B-021: offers the products in groups of 6, 4, 3 and 2, each under /web/", async () => {
  const menu = /<nav class="menu".*?<\/nav>/s.exec((await render(home.document)).html)![0];
  const groups = [...menu.matchAll(/<ul>.*?<\/ul>/gs)].map(([list]) => list.match(/href="\/web\//g)!.length);
  expect(groups).toEqual([6, 4, 3, 2]);
});

it("B-017: links the company, the products, the contact and the home page in the header", async () => {
  const header = /<header.*?<\/header>/s.exec((await render(home.document)).html)![0];
  for (const path of ["/index", "/introduce", "/contactus"]) expect(header).toContain(`href="${path}"`);
  expect(header).toContain("Products &amp; services");
});

it("allows exactly its own style and no inline scripts", async () => {
  const { html, policy } = await render(home.document);
  const hash = createHash("sha256").update(styleOf(html)).digest("base64");
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(policy).not.toContain("unsafe");
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(scripts.toSorted()).toEqual([
    ' type="application/ld+json"',
    ' type="module" src="/assets/islands.js"',
    ' type="speculationrules"',
  ]);
});

it("loads map tiles from the operator's source, and allows its origin only on pages with a map", async () => {
  const mapTiles = {
    url: "https://{s}.tiles.test/{z}/{x}/{y}.png",
    attribution: "© Makers of maps",
    origin: "https://*.tiles.test",
  };
  const { html, policy } = await render(pageOf(canvas, node("map", nodes.get("map")!.example)), { mapTiles });
  const addresses = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(35);
  // The middle tile contains Shanghai.
  expect(addresses[17]).toBe("https://c.tiles.test/15/27440/13389.png");
  expect(html).toContain("© Makers of maps");
  expect(policy).toContain("img-src 'self' data: https://*.tiles.test;");
  expect((await render(pageOf(canvas), { mapTiles })).policy).toContain("img-src 'self' data:;");
  const withoutTiles = await render(pageOf(canvas, node("map", nodes.get("map")!.example)));
  expect(withoutTiles.policy).toContain("img-src 'self' data:;");
});

it("gives search engines the addresses of both languages", async () => {
  const { html, link } = await render(home.document, { locale: "zh" });
  expect(html).toContain('<html lang="zh-CN"');
  expect(html).toContain('<link rel="canonical" href="https://a.test/?language=zh"/>');
  expect(html).toContain('hrefLang="en" href="https://a.test/?language=en"');
  for (const font of ["sans", "mono"]) {
    expect(link).toContain(`</assets/${font}.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin`);
    expect(html).toContain(
      `<link rel="preload" href="/assets/${font}.woff2" as="font" type="font/woff2" crossorigin=""/>`,
    );
  }
});

it("uses the typeface of the theme and does not load the default one", async () => {
  const siteWithFonts = (fonts: string): Site => ({ ...site, tokens: { fonts } });
  const serif = await render(pageOf(), { site: siteWithFonts("serif") });
  expect(serif.html).toMatch(/--sans:Georgia,/);
  expect(serif.link ?? "").not.toContain("sans.woff2");
  const hostile = await render(pageOf(), { site: siteWithFonts("x;}body{display:none") });
  expect(hostile.html).not.toContain("display:none}");
  expect(hostile.link).toContain("sans.woff2");
});

it("a page without content is not indexed", async () => {
  const { html } = await render(pageOf(), { isIndexed: false });
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("canonical");
});

describe("groups on a canvas", () => {
  const group = (id: string, parent: string): PageRecord => ({ kind: "group", id, order: id, parent, value: {} });
  const text = (id: string, parent: string) =>
    ({ ...node("text", { title: { en: `Says ${id}` } }, id), parent }) as PageRecord;

  it("are rendered around their components without moving them", async () => {
    const page = pageOf(
      canvas,
      group("gr_outer00001", "wd_aaaaaaaaaa"),
      group("gr_inner00001", "gr_outer00001"),
      text("nd_inside0001", "gr_inner00001"),
      text("nd_zbeside001", "wd_aaaaaaaaaa"),
    );
    const { html } = await render(page);
    expect(html).toContain(
      '<div class="group" data-group="gr_outer00001"><div class="group" data-group="gr_inner00001"><div class="node" data-node="nd_inside0001">',
    );
    expect(html).toMatch(/Says nd_inside0001.*Says nd_zbeside001/s);
    expect(styleOf(html)).toMatch(/\[data-node=nd_inside0001\][^{}]*\{--x:1;--y:2;--w:3;--h:4/);
  });

  it("R-36: do not break the page even when nested deeper than allowed", async () => {
    const groups = Array.from({ length: 3000 }, (_, n) =>
      group(`gr_deep${n}`, n === 0 ? "wd_aaaaaaaaaa" : `gr_deep${n - 1}`),
    );
    const { html } = await render(pageOf(canvas, ...groups, text("nd_stays00001", "wd_aaaaaaaaaa")));
    expect(html).toContain("Says nd_stays00001");
    expect(html).not.toContain('class="broken"');
  });
});

describe("an error in one part leaves the rest of the page intact (R-36)", () => {
  it.each(["../hero", "__proto__", "constructor", "https://a.test/x"])(
    "T-50, R-36: an unknown widget: %s",
    async (name) => {
      const validWidget = widget("notice", widgets.get("notice")!.example, "wd_bbbbbbbbbb");
      const { html } = await render(pageOf(widget(name, {}), validWidget));
      expect(html).toMatch(/class="broken".*Page not found/s);
    },
  );

  it("a widget that throws", async () => {
    const broken: string[] = [];
    const page = pageOf(
      widget("hero", { subjects: 5 }),
      widget("notice", widgets.get("notice")!.example, "wd_bbbbbbbbbb"),
    );
    const { html } = await render(page, { onBroken: (id) => void broken.push(id) });
    expect(html).toMatch(/class="broken".*Page not found/s);
    expect(broken).toEqual(["wd_aaaaaaaaaa"]);
  });

  it("a node that throws leaves its canvas and the other nodes", async () => {
    const broken: string[] = [];
    const page = pageOf(canvas, node("text", { title: "stays" }), node("button", null as never, "nd_bbbbbbbbbb"));
    const { html } = await render(page, { onBroken: (id) => void broken.push(id) });
    expect(html).toMatch(/stays.*class="broken"/s);
    expect(broken).toEqual(["nd_bbbbbbbbbb"]);
  });
});
