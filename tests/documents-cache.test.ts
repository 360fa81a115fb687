import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minutes, seconds } from "#kit/format.ts";
import { createPageCache, type NewPage, type PageCache, sendPage } from "#server/http/page-cache.server.ts";

const page = (html: string, tags: string[] = ["a"]): NewPage => ({
  status: 200,
  html,
  tags,
  headers: { "content-type": "text/html" },
});

async function storePage(cache: PageCache, key: string, newPage: NewPage) {
  const watch = cache.watch();
  const stored = cache.store(key, newPage, watch);
  watch.end();
  await Promise.all([cache.encode(stored, "br"), cache.encode(stored, "gzip")]);
  return stored;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps a page until one of its tags is dropped", async () => {
  const cache = createPageCache();
  await storePage(cache, "one", page("1", ["t:theme", "t:page:1"]));
  await storePage(cache, "two", page("2", ["t:theme", "t:page:2"]));
  cache.drop(["t:page:1"]);
  expect(cache.get("one")).toBeUndefined();
  expect(cache.get("two")?.representations.identity.bytes.toString()).toBe("2");
  cache.drop(["*"]);
  expect(cache.get("two")).toBeUndefined();
});

it("returns, but does not keep, a page whose tag was dropped during rendering", async () => {
  const cache = createPageCache();
  const watch = cache.watch();
  cache.drop(["a"]);
  const newPage = cache.store("one", page("old"), watch);
  watch.end();
  expect(newPage.representations.identity.bytes.toString()).toBe("old");
  expect(cache.get("one")).toBeUndefined();
  const secondWatch = cache.watch();
  cache.drop(["another:tag"]);
  cache.store("one", page("new"), secondWatch);
  expect(cache.get("one")?.representations.identity.bytes.toString()).toBe("new");
});

it("expires a page after a minute, and extends it up to five times while the database is unavailable (R-04)", async () => {
  const cache = createPageCache();
  await storePage(cache, "one", page("1"));
  vi.setSystemTime(Date.now() + seconds(61));
  expect(cache.get("one")).toBeUndefined();
  expect(cache.extend("one")).toBeDefined();
  expect(cache.get("one")).toBeDefined();
  vi.setSystemTime(Date.now() + seconds(3));
  expect(cache.get("one")).toBeUndefined();
  vi.setSystemTime(Date.now() + minutes(5));
  expect(cache.extend("one")).toBeUndefined();
});

it("expires a page when its content changes by itself, if that is earlier", async () => {
  const cache = createPageCache();
  await storePage(cache, "one", { ...page("1"), changesAt: Date.now() + seconds(5) });
  await storePage(cache, "two", { ...page("2"), changesAt: Date.now() + minutes(5) });
  vi.setSystemTime(Date.now() + seconds(4));
  expect(cache.get("one")).toBeDefined();
  vi.setSystemTime(Date.now() + seconds(1));
  expect(cache.get("one")).toBeUndefined();
  expect(cache.get("two")).toBeDefined();
  vi.setSystemTime(Date.now() + seconds(56));
  expect(cache.get("two")).toBeUndefined();
});

it("removes the least recently used page at its size limit", async () => {
  const cache = createPageCache(40_000);
  const largePage = (n: number) =>
    page(Array.from({ length: 2000 }, (_, index) => `${(index * 7919 * n) % 9973}`).join(" "));
  await storePage(cache, "one", largePage(1));
  await storePage(cache, "two", largePage(2));
  cache.get("one");
  await storePage(cache, "three", largePage(3));
  expect(cache.get("two")).toBeUndefined();
  expect(cache.get("three")).toBeDefined();
});

it("compresses a popular page again at a higher level", async () => {
  const cache = createPageCache();
  const text = Array.from({ length: 3000 }, (_, index) => `<li>${(index * 7919) % 101}</li>`).join("");
  const first = (await storePage(cache, "one", page(text))).representations.br!.bytes.length;
  for (let n = 0; n < 16; n += 1) cache.get("one");
  await vi.waitFor(() => expect(cache.get("one")!.representations.br!.bytes.length).toBeLessThan(first), 20_000);
  const { bytes, headers } = cache.get("one")!.representations.br!;
  expect(headers["content-length"]).toBe(bytes.length);
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
});

it("answers GET, HEAD and If-None-Match over HTTP", async () => {
  const cache = createPageCache();
  const stored = await storePage(cache, "one", page("<p>hello</p>"));
  const server = createServer((request, response) => void sendPage(stored, request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const response = await fetch(url, { headers: { "accept-encoding": "gzip, br" } });
  expect(await response.text()).toBe("<p>hello</p>");
  expect(response.headers.get("content-encoding")).toBe("br");
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([200, "", "text/html"]);
  const revalidated = await fetch(url, { headers: { "if-none-match": `W/"other", ${response.headers.get("etag")}` } });
  expect([revalidated.status, await revalidated.text(), revalidated.headers.get("content-length")]).toEqual([
    304,
    "",
    null,
  ]);
  const etag = response.headers.get("etag")!;
  const statusFor = async (etags: string) => (await fetch(url, { headers: { "if-none-match": etags } })).status;
  // A proxy may have converted the weak tag to a strong tag.
  expect([await statusFor(etag.slice(2)), await statusFor("*"), await statusFor(`"a${etag.slice(3)}`)]).toEqual([
    304, 304, 200,
  ]);
  server.close();
});
