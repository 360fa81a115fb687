/** The public site over HTTP: content, links, contact form and feeds. */
import { describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { markdown } from "#kit/markdown.ts";
import { richTextWords } from "#kit/rich-text-markdown.ts";
import { contracts } from "../seed/legal.ts";
import { news } from "../seed/news.ts";
import { productGroups } from "../seed/products.ts";
import { solutions } from "../seed/solutions.ts";
import { wiki } from "../seed/wiki.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer({ RATE_LIMIT_PER_MINUTE: "0" });

type PageResponse = { status: number; html: string; headers: Headers; title: string };

async function get(address: string, locale = "en", headers: Record<string, string> = {}): Promise<PageResponse> {
  const answer = await fetch(new URL(address, server.url), {
    redirect: "manual",
    headers: { cookie: `locale_value=${locale}`, ...headers },
  });
  const html = await answer.text();
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  return { status: answer.status, html, headers: answer.headers, title };
}

/** The links of a page: addresses on this site, and anchors without a target. */
function linksOf(path: string, html: string): { addresses: string[]; brokenAnchors: string[] } {
  const hrefs = [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
  const targets = hrefs
    .filter((href) => !href.startsWith("#"))
    .map((href) => new URL(href, new URL(path, server.url)))
    .filter(({ origin, searchParams }) => origin === server.url && !searchParams.has("language"));
  const anchors = hrefs.filter(
    (href) => href.startsWith("#") && !html.includes(`id="${decodeURIComponent(href.slice(1))}"`),
  );
  return { addresses: targets.map(({ pathname, search }) => pathname + search), brokenAnchors: anchors };
}

describe("links", () => {
  it.each(["zh", "en"])("are not broken in %s", async (locale) => {
    const seen = new Set(["/"]);
    const broken: string[] = [];
    for (const path of seen) {
      const { status, html } = await get(path, locale);
      if (status !== 200) broken.push(`${path}: ${status}`);
      // Screens of the app have their own tests.
      if (!html.includes('class="document"')) continue;
      const { addresses, brokenAnchors } = linksOf(path, html);
      for (const address of addresses) seen.add(address);
      broken.push(...brokenAnchors.map((anchor) => `${path}: ${anchor}`));
    }
    expect(broken).toEqual([]);
    expect(seen.size).toBeGreaterThan(70);
  });
});

it("B-004: public pages are at most two clicks from the home page, without signing in", async () => {
  const linkedFromHome = linksOf("/", (await get("/")).html).addresses.filter((path) => !path.startsWith("/files"));
  const linkedFromThosePages = await Promise.all(
    linkedFromHome.map(async (path) => linksOf(path, (await get(path)).html).addresses),
  );
  const paths = new Set([...linkedFromHome, ...linkedFromThosePages.flat()].map((path) => path.split("?")[0]));
  const products = productGroups.flatMap((group) => group.products.map(({ key }) => `/web/${key}`));
  const requiredPaths = ["/introduce", "/advantage", "/news", "/team", "/joinus", "/wiki", "/contactus", ...products];
  expect(requiredPaths.filter((path) => !paths.has(path))).toEqual([]);
  const found = await Promise.all(requiredPaths.map(async (path) => [path, (await get(path)).status]));
  expect(found).toEqual(requiredPaths.map((path) => [path, 200]));
});

describe("the demonstration content", () => {
  const products = productGroups.flatMap((group) => group.products);
  it("B-009, B-010, B-385: is complete: 15 products in groups of 6, 4, 3 and 2, six solutions, 12 news, 20 wiki pages and more", () => {
    expect(productGroups.map((group) => group.products.length)).toEqual([6, 4, 3, 2]);
    expect(productGroups.map(({ name }) => name.en)).toEqual([
      "Trusted on-chain software",
      "On-chain hardware you control",
      "Closed-loop operations",
      "Investment platforms",
    ]);
    expect(solutions).toHaveLength(6);
    expect(news.length).toBeGreaterThanOrEqual(12);
    expect(wiki.length).toBeGreaterThanOrEqual(20);
    expect(new Set([...products, ...solutions, ...wiki].map(({ key }) => key)).size).toBe(
      products.length + solutions.length + wiki.length,
    );
  });

  it("B-011: is written in both languages", () => {
    const texts = [
      ...products.flatMap(({ name, intro, text, points }) => [name, intro, text, ...points]),
      ...solutions.flatMap(({ name, intro, text }) => [name, intro, text]),
      ...news.flatMap(({ title, intro, body: { zh, en } }) => [
        title,
        intro,
        { zh: richTextWords(zh), en: richTextWords(en) },
      ]),
      ...wiki.flatMap(({ title, text }) => [title, text]),
      ...contracts.flatMap(({ title, text }) => [title, text]),
    ];
    for (const { zh, en } of texts) {
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(en).toMatch(/[a-z]/);
      expect(en).not.toMatch(/\p{Script=Han}/u);
      expect(`${zh}${en}`).not.toMatch(/lorem|todo/i);
    }
  });
});

describe("news", () => {
  it("are found by two Chinese characters and by English words, in pages", async () => {
    const zh = await get(`/news?q=${encodeURIComponent("试算")}`, "zh");
    expect(zh.html.match(/href="\/news\/edit\?id=/g)).toHaveLength(1);
    expect((await get("/news?q=outage")).html).toContain("Sample: how data is recorded during an outage");
    expect((await get("/news?q=zzzz")).html).toContain("No results for “zzzz”");
    const [first, second] = [await get("/news"), await get("/news?page=2")];
    const idsOf = ({ html }: PageResponse) =>
      [...html.matchAll(/href="\/news\/edit\?id=([^"]+)"/g)].map(([, id]) => id);
    expect([idsOf(first).length, idsOf(second).length]).toEqual([10, news.length - 10]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(news.length);
    expect((await get("/news?page=2&kind=none")).status).toBe(200);
  });

  it("B-337: have the right page for each id under concurrent requests", async () => {
    const unusedHost = { host: "meridian.test" };
    const ids = [...(await get("/news")).html.matchAll(/href="\/news\/edit\?id=([^"]+)"/g)].map(([, id]) => id!);
    const titles = async (more: string) => {
      const address = (id: string) => `${server.url}/news/edit?id=${id}&language=en${more}`;
      const pages = await Promise.all(ids.map((id) => readPage(address(id), unusedHost)));
      return pages.map(({ text }) => /<title>([^<]*)/.exec(text)![1]);
    };
    const ownTitles = await titles("");
    expect(new Set(ownTitles).size).toBe(ids.length);
    expect(await titles("&utm=1")).toEqual(ownTitles);
  });

  it("S-018: are shown at their id, and redirect to the list without one, cached or not", async () => {
    const { html } = await get("/news");
    const id = /href="\/news\/edit\?id=([^"]+)"/.exec(html)![1]!;
    expect((await get(`/news/edit?id=${id}`)).html).toMatch(/<article[\s>]/);
    for (const query of ["", "?language=zh", "?language=en", "?utm=1"]) {
      const [first, second] = [
        await readPage(`${server.url}/news/edit${query}`, {}),
        await readPage(`${server.url}/news/edit${query}`, {}),
      ];
      for (const { status, headers, text } of [first, second])
        expect([query, status, headers.location, text]).toEqual([query, 302, "/news", ""]);
    }
  });

  it("show changes as soon as they are saved, and only while published", async () => {
    const id = /href="\/news\/edit\?id=([^"]+)"/.exec((await get("/news")).html)![1]!;
    expect((await get(`/news/edit?id=${id}`)).status).toBe(200);
    const setStatus = (status: string) =>
      server.database.system(async (tx) => {
        const [row] = await tx.rows<{ tenantId: string }>(
          sql`update news set status = ${status} where id = ${id}::uuid returning tenant_id as "tenantId"`,
        );
        await tx.notifyChanged(`${row!.tenantId}:news`);
      });
    await setStatus("draft");
    await expect.poll(async () => (await get(`/news/edit?id=${id}`)).status).toBe(404);
    await setStatus("published");
    await expect.poll(async () => (await get(`/news/edit?id=${id}`)).status).toBe(200);
  });
});

describe("Markdown texts", () => {
  it.each([
    ["<script>alert(1)</script>", "<script"],
    ["<img src=x onerror=alert(1)>", "<img"],
    ["[x](javascript:alert(1))", "href="],
    ["[x](data:text/html,1)", "href="],
  ])("B-321, T-43: render %s harmlessly", (text, forbidden) => {
    expect(markdown(text).html).not.toContain(forbidden);
  });

  it.each([
    "https://tracker.example/a.png",
    "//tracker.example/a.png",
    "/site/redirect?url=https://tracker.example/a.png",
    "/files/../site/redirect",
    "data:image/png;base64,AAAA",
  ])("show the description instead of an image that is not an upload or asset: %s", (address) => {
    const { html } = markdown(`![a <b>"plan"</b>](${address})`);
    expect(html).not.toContain("<img");
    expect(html).toContain("a &lt;b&gt;&quot;plan&quot;&lt;/b&gt;");
  });

  it("give a page a plain description, cut between words", () => {
    const { summary } = markdown(
      "# Limits\n\n- We issue **nothing**\n- We hold [no funds](/wiki/limits)\n\nMore\nhere.",
    );
    expect(summary).toBe("We issue nothing · We hold no funds · More here.");
    const longSummary = markdown("A sentence of many words ".repeat(20)).summary;
    expect(longSummary).toMatch(/^A sentence .* (?:A|sentence|of|many|words)…$/);
    expect(longSummary.length).toBeLessThanOrEqual(160);
    expect(markdown("断网期间".repeat(60)).summary).toMatch(/^.{159}…$/);
  });

  it("show images of /files and /assets", () => {
    const address = "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp";
    expect(markdown(`![plan](${address})`).html).toContain(`<img src="${address}" alt="plan">`);
  });

  it("give every heading a unique anchor, in any script", () => {
    const { headings, html } = markdown("# 断网\n\n# 断网\n\n## What else?");
    expect(headings).toEqual([
      { id: "断网", text: "断网", level: 2 },
      { id: "断网_2", text: "断网", level: 2 },
      { id: "what-else", text: "What else?", level: 3 },
    ]);
    expect(html).toContain('<h2 id="断网_2">');
  });
});

describe("the contact form without scripts", () => {
  const send = (values: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/contactus`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: "locale_value=en", ...headers },
      body: new URLSearchParams(values),
    });
  const storedMessages = (contact: string) =>
    server.database.system((tx) =>
      tx.rows<{ name: string }>(sql`select name from contact_message where contact = ${contact}`),
    );
  const validForm = {
    name: "Ada",
    contact: "ada@example.org",
    message: "Twenty cabinets",
    language: "en",
    website: "",
  };

  it("E-120, N-052, B-238: stores a repeated message once and redirects to a confirmation", async () => {
    const answers = [await send(validForm), await send(validForm)];
    for (const answer of answers)
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/contactus?sent=1"]);
    expect(await storedMessages(validForm.contact)).toEqual([{ name: "Ada" }]);
    const page = await get("/contactus?sent=1");
    expect(page.html).toContain("Message sent");
    expect(page.html).not.toContain("<form method");
  });

  it("B-238: shows the input again with problems beside it", async () => {
    const answer = await send({ ...validForm, contact: "nobody", message: 'He said "<b>hi</b>"' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("Enter an email address or mobile number");
    expect(html).toContain('value="Ada"');
    expect(html).toContain("&lt;b&gt;hi&lt;/b&gt;");
    expect(html).toMatch(/value="nobody"/);
    expect((await get("/contactus")).html).not.toContain("nobody");
  });

  it("T-22, T-32: accepts no spam and nothing from other sites", async () => {
    const spam = await send({ ...validForm, contact: "spam@example.org", website: "https://spam.example" });
    expect(spam.status).toBe(303);
    const crossSite = await send({ ...validForm, contact: "foreign@example.org" }, { "sec-fetch-site": "cross-site" });
    expect(crossSite.status).toBe(403);
    expect([...(await storedMessages("spam@example.org")), ...(await storedMessages("foreign@example.org"))]).toEqual(
      [],
    );
  });
});

describe("machine-readable pages", () => {
  it("include a sitemap of existing pages in both languages", async () => {
    const xml = (await get("/sitemap.xml")).html;
    const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!.replaceAll("&amp;", "&"));
    expect(addresses.length).toBeGreaterThan(130);
    const statuses = await Promise.all(addresses.map(async (address) => [address, (await fetch(address)).status]));
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    expect((await get("/robots.txt")).html).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  });

  it("include a feed of the newest news in the reader's language", async () => {
    const feed = await get("/feed.xml?language=zh");
    expect(feed.headers.get("content-type")).toContain("application/atom+xml");
    expect(feed.html.match(/<entry>/g)).toHaveLength(news.length);
    expect(feed.html).toContain("示例：经纬演示站点上线");
  });

  it("S-007, B-025, B-335, Q-15: have structured data and matching canonical and alternate URLs", async () => {
    const page = await get("/about/wiki/devices/offline", "zh");
    expect(page.html).toContain(`<link rel="canonical" href="${server.url}/wiki/offline?language=zh"/>`);
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.html)![1]!) as {
      "@graph": { "@type": string }[];
    };
    expect(data["@graph"].map((item) => item["@type"])).toEqual(["Organization", "BreadcrumbList"]);
    const product = await get("/web/secure-chip");
    expect(product.html).toContain('"@type":"Product"');
    const price = await get("/pricing");
    expect(price.html).toContain(`<link rel="canonical" href="${server.url}/price?language=en"/>`);
    const agreement = await get("/html?id=2&method=contract&utm=7");
    expect(agreement.html).toContain(`href="${server.url}/html?id=2&amp;method=contract&amp;language=zh"`);
  });
});

it("the footer of another space's site links only to existing pages", async () => {
  const { tenantId } = await newSpaceOwner(server);
  const hostName = await siteHost(server, { tenantId });
  const readFooter = async () => {
    const { text } = await readPage(`${server.url}/?language=en`, { host: hostName });
    return text.slice(text.indexOf("<footer"));
  };
  // The program is notified of a new space a moment later.
  await expect.poll(readFooter).toContain('class="legal"');
  expect(await readFooter()).not.toContain('href="/wiki"');
});

it("the colours of a space are checked for contrast when saved, and applied in both schemes", async () => {
  const owner = await newSpaceOwner(server);
  const { send } = client(server, owner);
  const [space] = await server.database.system((tx) =>
    tx.rows<{ code: string; id: string; version: number }>(
      sql`select t.code, h.id, h.version from tenant t join theme h on h.tenant_id = t.id where t.id = ${owner.tenantId}::uuid`,
    ),
  );
  const { code, id, version } = space!;
  const save = (brand: string) => send("POST Api/{type}/QuerySave", { type: "theme", id, version, brand });
  const refused = await save("#ffe066");
  expect(refused.status).toBe(422);
  expect((refused.body.fields as Record<string, string>).brand).toContain("Contrast");
  expect((await save("#1d4ed8")).status).toBe(200);
  await expect
    .poll(async () => (await readPage(`${server.url}/`, { host: `${code}.localhost` })).text)
    .toMatch(/:root\{--brand:#1d4ed8.*@media \(prefers-color-scheme:dark\)/s);
});
