import { createHash } from "node:crypto";
import { transform } from "lightningcss";
import { describe, expect, it } from "vitest";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import { locales } from "#kit/text.ts";
import type { PageInput } from "#render/page-input.ts";
import { renderPage } from "#render/page.server.tsx";
import { nodes, widgets } from "#render/registry.ts";
import { company } from "../seed/company.ts";
import { home } from "../seed/home.ts";
import { pages } from "../seed/pages.ts";

const site: Site = { ...company, tokens: {} };
const assets = { islands: "/assets/islands.js", fonts: { sans: "/assets/sans.woff2", mono: "/assets/mono.woff2" } };
const news = [{ id: "1", title: { zh: "新闻", en: "News" }, intro: null, publishedAt: "2026-11-01T00:00:00.000Z" }];

function draw(page: PageDocument, given: Partial<PageInput> = {}) {
  const newsWidgets = Object.values(page.records).filter(
    (record) => record.kind === "widget" && record.name === "news-list",
  );
  const data = new Map(newsWidgets.map((record) => [record.id, news]));
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
    described: {},
    origin: "https://a.test",
    data,
    assets,
    isIndexed: true,
    onBroken,
    ...given,
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
    "widget %s shows its example",
    (name, definition) => {
      const { html } = draw(pageOf(widget(name, definition.example)), { locale });
      expect(html).toContain(`data-widget="${name}"`);
      expect(html).not.toMatch(/\sstyle="|undefined|\[object/);
    },
  );

  it.each([...nodes.values()].map((definition) => [definition.type, definition] as const))(
    "node %s shows its example",
    (type, definition) => {
      const { html } = draw(pageOf(canvas, node(type, definition.example)), { locale });
      expect(html).toContain('data-node="nd_aaaaaaaaaa"');
      expect(styleOf(html)).toContain("[data-node=nd_aaaaaaaaaa]{--x:1;--y:2;--w:3;--h:4");
      expect(html).not.toMatch(/\sstyle="|undefined|\[object/);
    },
  );

  it.each([home, ...pages].map((page) => [page.path, page] as const))("the seed's %s is whole", (path, page) => {
    const { html } = draw(page.document, { locale, path });
    expect(html).toContain(`<title>${site.name[locale]} · ${page.title[locale].replaceAll("&", "&amp;")}</title>`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('class="broken"');
  });
});

it.each(
  [...widgets.values(), ...nodes.values()].map((definition) => [definition.title.en, definition.css ?? ""] as const),
)("%s has CSS without errors", (_title, css) => {
  expect(() => transform({ filename: "a.css", code: Buffer.from(css), errorRecovery: false })).not.toThrow();
});

it("names the three subjects on the home page (B-001)", () => {
  expect(draw(home.document, { locale: "zh" }).html).toMatch(/AI 智能设备资产管理.*RWA 通证化.*投融资平台/s);
  expect(draw(home.document).html).toMatch(/AI device assets.*RWA tokenisation.*Investment/s);
});

it("offers the products in groups of 6, 4, 3 and 2, each under /web/ (spec section 2)", () => {
  const bar = /<nav class="menu".*?<\/nav>/s.exec(draw(home.document).html)![0];
  const groups = [...bar.matchAll(/<ul>.*?<\/ul>/gs)].map(([list]) => list.match(/href="\/web\//g)!.length);
  expect(groups).toEqual([6, 4, 3, 2]);
});

it("allows exactly its own style, and no inline script that runs", () => {
  const { html, policy } = draw(home.document);
  const hash = createHash("sha256").update(styleOf(html)).digest("base64");
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(policy).not.toContain("unsafe");
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(scripts).toEqual([' type="module" src="/assets/islands.js"', ' type="speculationrules"']);
});

it("tells search engines where both languages are", () => {
  const { html } = draw(home.document, { locale: "zh" });
  expect(html).toContain('<html lang="zh-CN"');
  expect(html).toContain('<link rel="canonical" href="https://a.test/?language=zh"/>');
  expect(html).toContain('hrefLang="en" href="https://a.test/?language=en"');
  expect(html.match(/rel="preload"/g)).toHaveLength(1);
});

it("is not indexed when it says that there is nothing", () => {
  const { html } = draw(pageOf(), { isIndexed: false });
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("canonical");
});

describe("what is broken does not take the page down (R-36)", () => {
  it("a widget nobody knows", () => {
    for (const name of ["../hero", "__proto__", "constructor", "https://a.test/x"]) {
      expect(
        draw(pageOf(widget(name, {}), widget("notice", widgets.get("notice")!.example, "wd_bbbbbbbbbb"))).html,
      ).toMatch(/class="broken".*There is no page here/s);
    }
  });

  it("a widget whose value fails it", () => {
    const broken: string[] = [];
    const page = pageOf(
      widget("hero", { subjects: 5 }),
      widget("notice", widgets.get("notice")!.example, "wd_bbbbbbbbbb"),
    );
    const { html } = draw(page, { onBroken: (id) => void broken.push(id) });
    expect(html).toMatch(/class="broken".*There is no page here/s);
    expect(broken).toEqual(["wd_aaaaaaaaaa"]);
  });

  it("a node: its canvas and the other nodes stay", () => {
    const broken: string[] = [];
    const page = pageOf(canvas, node("text", { title: "stays" }), node("button", null as never, "nd_bbbbbbbbbb"));
    const { html } = draw(page, { onBroken: (id) => void broken.push(id) });
    expect(html).toMatch(/stays.*class="broken"/s);
    expect(broken).toEqual(["nd_bbbbbbbbbb"]);
  });
});
