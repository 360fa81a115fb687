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

async function keep(cache: PageCache, key: string, made: NewPage) {
  const watch = cache.watch();
  const kept = cache.store(key, made, watch);
  watch.end();
  await Promise.all([cache.encode(kept, "br"), cache.encode(kept, "gzip")]);
  return kept;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps a page until something it was made from changes", async () => {
  const cache = createPageCache();
  await keep(cache, "one", page("1", ["t:theme", "t:page:1"]));
  await keep(cache, "two", page("2", ["t:theme", "t:page:2"]));
  cache.drop(["t:page:1"]);
  expect(cache.get("one")).toBeUndefined();
  expect(cache.get("two")?.forms.identity.bytes.toString()).toBe("2");
  cache.drop(["*"]);
  expect(cache.get("two")).toBeUndefined();
});

it("does not keep what changed while it was being made, and answers with it all the same", async () => {
  const cache = createPageCache();
  const watch = cache.watch();
  cache.drop(["a"]);
  const made = cache.store("one", page("old"), watch);
  watch.end();
  expect(made.forms.identity.bytes.toString()).toBe("old");
  expect(cache.get("one")).toBeUndefined();
  const other = cache.watch();
  cache.drop(["another:tag"]);
  cache.store("one", page("new"), other);
  expect(cache.get("one")?.forms.identity.bytes.toString()).toBe("new");
});

it("makes a page anew after a minute, and extends its life to five more while the database is away (R-04)", async () => {
  const cache = createPageCache();
  await keep(cache, "one", page("1"));
  vi.setSystemTime(Date.now() + seconds(61));
  expect(cache.get("one")).toBeUndefined();
  expect(cache.extend("one")).toBeDefined();
  expect(cache.get("one")).toBeDefined();
  vi.setSystemTime(Date.now() + seconds(3));
  expect(cache.get("one")).toBeUndefined();
  vi.setSystemTime(Date.now() + minutes(5));
  expect(cache.extend("one")).toBeUndefined();
});

it("stays within its size: what was not used for longest goes", async () => {
  const cache = createPageCache(40_000);
  const big = (n: number) => page(Array.from({ length: 2000 }, (_, index) => `${(index * 7919 * n) % 9973}`).join(" "));
  await keep(cache, "one", big(1));
  await keep(cache, "two", big(2));
  cache.get("one");
  await keep(cache, "three", big(3));
  expect(cache.get("two")).toBeUndefined();
  expect(cache.get("three")).toBeDefined();
});

it("compresses a popular page as well as it gets", async () => {
  const cache = createPageCache();
  const text = Array.from({ length: 3000 }, (_, index) => `<li>${(index * 7919) % 101}</li>`).join("");
  const first = (await keep(cache, "one", page(text))).forms.br!.bytes.length;
  for (let n = 0; n < 4; n += 1) cache.get("one");
  await vi.waitFor(() => expect(cache.get("one")!.forms.br!.bytes.length).toBeLessThan(first), 20_000);
  const { bytes, headers } = cache.get("one")!.forms.br!;
  expect(headers["content-length"]).toBe(bytes.length);
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
});

it("answers GET, HEAD and If-None-Match over HTTP", async () => {
  const cache = createPageCache();
  const kept = await keep(cache, "one", page("<p>hello</p>"));
  const server = createServer((request, response) => void sendPage(kept, request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const got = await fetch(url, { headers: { "accept-encoding": "gzip, br" } });
  expect(await got.text()).toBe("<p>hello</p>");
  expect(got.headers.get("content-encoding")).toBe("br");
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([200, "", "text/html"]);
  const again = await fetch(url, { headers: { "if-none-match": `W/"other", ${got.headers.get("etag")}` } });
  expect([again.status, await again.text(), again.headers.get("content-length")]).toEqual([304, "", null]);
  server.close();
});
