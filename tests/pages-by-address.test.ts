/** The page cache: whatever was requested, evicted or invalidated before, an address gets the page that it would get without a cache. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createPagesByAddress, type PageKey } from "#features/site/pages-by-address.server.ts";
import { partOf, queryValue } from "#features/site/page-query.server.ts";
import { pagePath } from "#features/site/visitor.server.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const variants = ["http://a.test WapH5 zh", "http://a.test WapH5 en", "http://b.test WapH5 zh"];
const paths = ["/index", "/news/edit", "/wiki", "/wiki?q=1", "/html", "/price"];

/** A page without any keeping. What it asks for may depend on what it was told before. */
function renderUncached({ path, search, variant }: PageKey): { html: string; asked: string[] } {
  const asked: string[] = [];
  const param = (name: string) => {
    asked.push(name);
    return queryValue(search, name);
  };
  const said: unknown[] = [variant, path];
  if (path === "/news/edit") said.push(param("id"));
  if (path === "/wiki") said.push(param("q") ?? param("page"));
  if (path === "/html") said.push(param("method") === "contract" ? param("id") : "contents");
  return { html: `${JSON.stringify(said)}${".".repeat(500)}`, asked };
}

const search = fc
  .array(
    fc.tuple(
      fc.constantFrom("id", "q", "page", "method", "utm", "language"),
      fc.constantFrom("", "1", "2", "contract", " 1 "),
    ),
    {
      maxLength: 3,
    },
  )
  .map((parts) => parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&"));
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ path: fc.constantFrom(...paths), search, variant: fc.constantFrom(...variants) }),
  },
  { weight: 1, arbitrary: fc.record({ drop: fc.constantFrom("/index", "/wiki", "/news/edit", "*") }) },
);

it("never answers with another address's page, whatever is evicted (random requests, tiny limits)", () => {
  let hits = 0;
  const limits = fc.record({
    plainPages: fc.integer({ min: 2600, max: 30_000 }),
    queryPages: fc.integer({ min: 2600, max: 30_000 }),
    paths: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(limits, fc.array(step, { minLength: 20, maxLength: 120 }), (small, steps) => {
      const pages = createPagesByAddress(small);
      for (const one of steps) {
        if ("drop" in one) {
          pages.drop([one.drop]);
          continue;
        }
        const key = { ...one, tenantId: "t" };
        const made = renderUncached(key);
        const found = pages.find(key);
        if (found !== undefined) {
          hits += 1;
          expect(found.forms.identity.bytes.toString()).toBe(made.html);
          continue;
        }
        const watch = pages.watch();
        pages.keep(key, { status: 200, html: made.html, headers: {}, tags: [one.path] }, made.asked, watch);
        watch.end();
      }
    }),
    { numRuns: 300 },
  );
  expect(hits).toBeGreaterThan(500);
});

it("does not look at the page without a query for one whose meaning it has forgotten", () => {
  const pages = createPagesByAddress({ plainPages: 100_000, queryPages: 100_000, paths: 1 });
  const put = (key: PageKey, html: string, asked: string[]) => {
    const watch = pages.watch();
    pages.keep(key, { status: 200, html, headers: {}, tags: [] }, asked, watch);
    watch.end();
  };
  const bare = { tenantId: "t", variant: "v", path: "/news/edit", search: "" };
  put(bare, "the newest", ["id"]);
  put({ ...bare, path: "/other" }, "another page", []);
  expect(pages.find({ ...bare, search: "id=7" })).toBeUndefined();
  expect(pages.find(bare)).toBeDefined();
});

it("keeps pages without a query when endless queries are asked for", () => {
  const pages = createPagesByAddress({ plainPages: 20_000, queryPages: 20_000, paths: 100 });
  const key = (text: string): PageKey => ({ tenantId: "t", variant: "v", path: "/site/redirect", search: text });
  const keep = (text: string) => {
    const watch = pages.watch();
    pages.keep(key(text), { status: 200, html: "x".repeat(1000), headers: {}, tags: [] }, ["url"], watch);
    watch.end();
  };
  keep("");
  for (let n = 0; n < 100; n += 1) keep(`url=${n}`);
  expect(pages.find(key(""))).toBeDefined();
  expect(pages.find(key("url=0"))).toBeUndefined();
  expect(pages.find(key("url=99"))).toBeDefined();
});

it("reads only those parts of a query that a page asked for", () => {
  expect(partOf("utm=1&id=%207%20", ["id", "q"])).toBe("?id=7");
  expect(partOf("id=%20", ["id"])).toBe("");
  expect(pagePath("/a%0Ab")).toBeUndefined();
});

const server = await sharedServer();
const get = (url: string, path: string, host: string) => readPage(url + path, { host, "accept-language": "en" });

async function rendered(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/public_pages_total\{how="renderedPages"\} (\d+)/.exec(text)![1]);
}

it("a question mark that is part of a path is no query: that page does not exist, kept or not", async () => {
  const [, id] = /href="\/news\/edit\?id=([^"&]+)/.exec((await get(server.url, "/news", "localhost")).text)!;
  expect((await get(server.url, `/news/edit?id=${id}`, "localhost")).status).toBe(200);
  expect((await get(server.url, `/news/edit%3Fid=${id}`, "localhost")).status).toBe(404);
});

it("made-up host names have pages of their own only while they are few; the name in use keeps its own", async () => {
  const count = async (host: string) => {
    const before = await rendered(server.url);
    await get(server.url, "/index", host);
    return (await rendered(server.url)) - before;
  };
  expect(await count("first.test")).toBe(1);
  expect(await count("first.test")).toBe(0);
  for (let n = 0; n < 60; n += 1) {
    await get(server.url, "/index", `made-up-${n}.test`);
    await get(server.url, "/index", "in-use.test");
  }
  expect(await count("in-use.test")).toBe(0);
  expect(await count("first.test")).toBe(1);
});
