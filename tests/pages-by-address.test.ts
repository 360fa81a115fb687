/** The page cache: after any requests, evictions and invalidations, a URL gets the page that it would get without a cache. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createPagesByAddress, type PageKey } from "#features/site/pages-by-address.server.ts";
import { normalizedQuery, queryValue } from "#features/site/page-query.server.ts";
import { pagePath } from "#features/site/visitor.server.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const variants = ["http://a.test WapH5 zh", "http://a.test WapH5 en", "http://b.test WapH5 zh"];
const paths = ["/index", "/news/edit", "/wiki", "/wiki?q=1", "/html", "/price"];

/** Renders a page without a cache. Which parameters it reads may depend on the values of others. */
function renderUncached({ path, search, variant }: PageKey): { html: string; requested: string[] } {
  const requested: string[] = [];
  const param = (name: string) => {
    requested.push(name);
    return queryValue(search, name);
  };
  const parts: unknown[] = [variant, path];
  if (path === "/news/edit") parts.push(param("id"));
  if (path === "/wiki") parts.push(param("q") ?? param("page"));
  if (path === "/html") parts.push(param("method") === "contract" ? param("id") : "contents");
  return { html: `${JSON.stringify(parts)}${".".repeat(500)}`, requested };
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
const arbitraryStep = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ path: fc.constantFrom(...paths), search, variant: fc.constantFrom(...variants) }),
  },
  { weight: 1, arbitrary: fc.record({ drop: fc.constantFrom("/index", "/wiki", "/news/edit", "*") }) },
);

it("never returns the page of another URL (random requests, tiny limits)", () => {
  let hits = 0;
  const limits = fc.record({
    plainPages: fc.integer({ min: 2600, max: 30_000 }),
    queryPages: fc.integer({ min: 2600, max: 30_000 }),
    paths: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(limits, fc.array(arbitraryStep, { minLength: 20, maxLength: 120 }), (sizeLimits, steps) => {
      const pages = createPagesByAddress(sizeLimits);
      for (const step of steps) {
        if ("drop" in step) {
          pages.drop([step.drop]);
          continue;
        }
        const key = { ...step, tenantId: "t" };
        const uncached = renderUncached(key);
        const found = pages.find(key);
        if (found !== undefined) {
          hits += 1;
          expect(found.representations.identity.bytes.toString()).toBe(uncached.html);
          continue;
        }
        const watch = pages.watch();
        pages.store(
          key,
          { status: 200, html: uncached.html, headers: {}, tags: [step.path] },
          uncached.requested,
          watch,
        );
        watch.end();
      }
    }),
    { numRuns: 300 },
  );
  expect(hits).toBeGreaterThan(500);
});

it("does not return the page without a query for a query whose parameters it has forgotten", () => {
  const pages = createPagesByAddress({ plainPages: 100_000, queryPages: 100_000, paths: 1 });
  const storePage = (key: PageKey, html: string, requested: string[]) => {
    const watch = pages.watch();
    pages.store(key, { status: 200, html, headers: {}, tags: [] }, requested, watch);
    watch.end();
  };
  const withoutQuery = { tenantId: "t", variant: "v", path: "/news/edit", search: "" };
  storePage(withoutQuery, "the newest", ["id"]);
  storePage({ ...withoutQuery, path: "/other" }, "another page", []);
  expect(pages.find({ ...withoutQuery, search: "id=7" })).toBeUndefined();
  expect(pages.find(withoutQuery)).toBeDefined();
});

it("keeps pages without a query during many requests with different queries", () => {
  const pages = createPagesByAddress({ plainPages: 20_000, queryPages: 20_000, paths: 100 });
  const key = (text: string): PageKey => ({ tenantId: "t", variant: "v", path: "/site/redirect", search: text });
  const storePage = (text: string) => {
    const watch = pages.watch();
    pages.store(key(text), { status: 200, html: "x".repeat(1000), headers: {}, tags: [] }, ["url"], watch);
    watch.end();
  };
  storePage("");
  for (let n = 0; n < 100; n += 1) storePage(`url=${n}`);
  expect(pages.find(key(""))).toBeDefined();
  expect(pages.find(key("url=0"))).toBeUndefined();
  expect(pages.find(key("url=99"))).toBeDefined();
});

it("reads only the parameters that a page requested", () => {
  expect(normalizedQuery("utm=1&id=%207%20", ["id", "q"])).toBe("?id=7");
  expect(normalizedQuery("id=%20", ["id"])).toBe("");
  expect(pagePath("/a%0Ab")).toBeUndefined();
});

const server = await sharedServer();
const get = (url: string, path: string, host: string) => readPage(url + path, { host, "accept-language": "en" });

async function renderedCount(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/public_pages_total\{how="renderedPages"\} (\d+)/.exec(text)![1]);
}

it("an encoded question mark is part of the path, not a query", async () => {
  const [, id] = /href="\/news\/edit\?id=([^"&]+)/.exec((await get(server.url, "/news", "localhost")).text)!;
  expect((await get(server.url, `/news/edit?id=${id}`, "localhost")).status).toBe(200);
  expect((await get(server.url, `/news/edit%3Fid=${id}`, "localhost")).status).toBe(404);
});

it("limits cached pages of made-up host names, and keeps those of the host in use", async () => {
  const countRenders = async (host: string) => {
    const before = await renderedCount(server.url);
    await get(server.url, "/index", host);
    return (await renderedCount(server.url)) - before;
  };
  expect(await countRenders("first.test")).toBe(1);
  expect(await countRenders("first.test")).toBe(0);
  for (let n = 0; n < 60; n += 1) {
    await get(server.url, "/index", `made-up-${n}.test`);
    await get(server.url, "/index", "in-use.test");
  }
  expect(await countRenders("in-use.test")).toBe(0);
  expect(await countRenders("first.test")).toBe(1);
});
