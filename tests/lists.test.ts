/** Lists and their totals: counting, caching, indexes, and the display until the total is known. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import { countCap, type Total } from "#kit/total.ts";
import type { Filter } from "#kit/filter.ts";
import { countSql } from "#records/query/count.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { searchColumns } from "#records/query/search.server.ts";
import { totalCacheEntry } from "#records/query/totals.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import news from "#entities/news.ts";
import { openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { openBrowser } from "./support/browser.ts";
import { type Client, client } from "./support/client.ts";
import { sessionCookies } from "./support/enter.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { runAsOwner, startServer } from "./support/server.ts";

const server = await startServer();
const open = await openBrowser();
let owner: Person;
let send: Client["send"];

const bodyOf = (filter: Filter) => ({ paraModel: { url: "/admin/news/list", filter } });
async function pageOf(filter: Filter): Promise<TableResult> {
  const answer = await send("POST paas/table/search", bodyOf(filter));
  expect(answer.status, answer.text).toBe(200);
  return (answer.body.data as { result: TableResult }).result;
}
async function countTotal(filter: Filter): Promise<Total> {
  const answer = await send("POST paas/table/count", bodyOf(filter));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Total;
}

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  ({ send } = client(server, owner));
  const { search, search_text } = searchColumns(news, owner.tenantId, {
    title: { zh: "第一条", en: "row" },
  });
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, search_text, search, kind, status, published_at, pinned, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第一条' || n, 'en', 'row ' || n),
        ${JSON.stringify(search_text)}::jsonb, ${sql.param(search)}::bigint[], (array['company', 'product', 'media'])[n % 3 + 1], (array['draft', 'archived'])[n % 2 + 1],
        now() - n * interval '1 minute', n % 10 = 0, n from generate_series(1, 12_000) n`),
  );
  await runAsOwner(server, "vacuum (analyze) news");
});

describe("the total of a list", () => {
  it("is estimated where an exact count has to read the table, and counted up to 10,001 on request", async () => {
    const hasNoText: Filter = { field: "intro", op: "empty", value: true };
    const first = await pageOf(hasNoText);
    expect(first.rows).toHaveLength(15);
    expect(first.isCapped).toBe(true);
    expect(first.total).toBeLessThanOrEqual(1001);
    expect(await countTotal(hasNoText)).toEqual({ total: 10_001, isCapped: true });
    expect(await countTotal({ and: [hasNoText, { field: "sort", op: "lte", value: 20 }] })).toEqual({
      total: 20,
      isCapped: false,
    });
  });

  it("follows from a page that is not full", async () => {
    expect(await pageOf({ field: "sort", op: "lte", value: 7 })).toMatchObject({ total: 7, isCapped: false });
    expect(await pageOf({ field: "sort", op: "lte", value: -1 })).toMatchObject({
      total: 0,
      isCapped: false,
      rows: [],
    });
  });

  it("is correct for concurrent requests, or marked as capped", async () => {
    const someRows: Filter = { field: "sort", op: "lte", value: 600 };
    const pages = await Promise.all(Array.from({ length: 30 }, () => pageOf(someRows)));
    for (const { rows, total: counted, isCapped } of pages) {
      expect(rows).toHaveLength(15);
      expect([600, 16]).toContain(counted);
      expect(isCapped).toBe(counted === 16);
    }
    expect(await countTotal(someRows)).toEqual({ total: 600, isCapped: false });
  });

  it("does not include rows that the reader may not read", async () => {
    const stranger = client(server, await newSpaceOwner(server));
    const answer = await stranger.send("POST paas/table/count", bodyOf({ and: [] }));
    expect(answer.body.data).toEqual({ total: 0, isCapped: false });
  });

  it("is cached until a row of the entity changes", async () => {
    const isFirst = { field: "sort", op: "eq", value: 0 } as const;
    expect(await countTotal(isFirst)).toEqual({ total: 0, isCapped: false });
    const row = {
      title: { zh: "新的一条", en: "New" },
      intro: {},
      body: {},
      kind: "company",
      status: "draft",
      sort: 0,
    };
    const added = await send("POST Api/{type}/QueryAdd", { type: "news", ...row });
    expect(added.status, added.text).toBe(200);
    expect(await countTotal(isFirst)).toEqual({ total: 1, isCapped: false });
    const page = await pageOf(isFirst);
    expect(page).toMatchObject({ total: 1, isCapped: false });
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "news", id: page.rows[0]!.id })).status).toBe(200);
    expect(await countTotal(isFirst)).toEqual({ total: 0, isCapped: false });
  });

  it("is not cached if a row changed during the count", async () => {
    const { database } = server;
    const entryKey = { tag: `${owner.tenantId}:news`, key: "counted while a row changed" };
    const counting = totalCacheEntry(database, entryKey);
    const changed = Promise.withResolvers<void>();
    const unsubscribe = database.onChanged((tags) => tags.includes(entryKey.tag) && changed.resolve());
    await database.tenant(owner.tenantId, (tx) => tx.notifyChanged(entryKey.tag));
    await changed.promise;
    unsubscribe();
    counting.remember({ total: 3, isCapped: false });
    expect(totalCacheEntry(database, entryKey).total).toBeUndefined();
    totalCacheEntry(database, entryKey).remember({ total: 4, isCapped: false });
    expect(totalCacheEntry(database, entryKey).total).toEqual({ total: 4, isCapped: false });
  });

  it("of a complete count is not replaced by a capped one", () => {
    const cacheEntry = () => totalCacheEntry(server.database, { tag: `${owner.tenantId}:news`, key: "stopped early" });
    cacheEntry().remember({ total: 1001, isCapped: true });
    cacheEntry().remember({ total: 5000, isCapped: false });
    cacheEntry().remember({ total: 1001, isCapped: true });
    expect(cacheEntry().total).toEqual({ total: 5000, isCapped: false });
  });

  describe("that takes long to count", () => {
    const since = (ms: number): Filter => ({ field: "publishedAt", op: "gte", value: new Date(ms).toISOString() });
    const start = Date.now() - 1500 * 60_000;
    const recentRows = since(start);
    let exactTotal: Total;
    // Reading a row takes half a millisecond, so that a count takes a second and a page does not.
    beforeAll(async () => {
      // Differs by a millisecond from `recentRows`, so that each filter has its own cache entry.
      exactTotal = await countTotal(since(start + 1));
      await runAsOwner(server, "create policy slow on news as restrictive using (pg_sleep(0.0005)::text = '')");
    });
    afterAll(() => runAsOwner(server, "drop policy slow on news"));

    it("does not delay the rows, and is returned on request afterwards", async () => {
      expect(exactTotal.total).toBeGreaterThan(1400);
      // After the concurrent requests above, the program may still be considered busy and return a lower bound with the rows.
      await expect.poll(() => pageOf(recentRows)).toMatchObject({ total: 16, isCapped: true });
      expect(await countTotal(recentRows)).toEqual(exactTotal);
    });

    it("is a lower bound instead of an error when the statement is cancelled", async () => {
      const uncachedRows = since(start + 2);
      await runAsOwner(
        server,
        `create function give_up() returns boolean language plpgsql as $$ begin
          if current_query() like '%limit ${countCap})%' then raise query_canceled; end if;
          return true;
        end $$`,
        "create policy busy on news as restrictive using (give_up())",
      );
      try {
        expect(await countTotal(uncachedRows)).toEqual({ total: 1, isCapped: true });
      } finally {
        await runAsOwner(server, "drop policy busy on news", "drop function give_up()");
      }
      expect(await countTotal(uncachedRows)).toEqual(exactTotal);
    });
  });
});

describe("the list in the browser", () => {
  it("shows the capped total, and requests the exact one when it is scrolled into view", async () => {
    const { page, context } = await open({ url: server.url, locale: "en" });
    await context.addCookies(sessionCookies(owner, server.url));
    await page.setViewportSize({ width: 1280, height: 420 });
    const counts: string[] = [];
    page.on("request", (request) => request.url().includes("/paas/table/count") && counts.push(request.url()));
    await page.goto(`${server.url}/paas/news/list?f.title=row`);
    const totalText = page.getByRole("navigation", { name: "Pagination" }).getByText(/\+ total$/);
    await expect.poll(() => totalText.textContent()).toBe("300+ total");
    expect(counts).toEqual([]);
    await totalText.scrollIntoViewIfNeeded();
    await expect.poll(() => totalText.textContent()).toBe("10,000+ total");
    expect(counts).toHaveLength(1);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => page.getByText("Page 2").count()).toBe(1);
    await expect.poll(() => totalText.textContent()).toBe("10,000+ total");
  });
});

type Plan = { "Node Type": string; "Heap Fetches"?: number; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe("a filter on indexed fields", () => {
  // New rows are looked up in the table until a vacuum; for a few rows, PostgreSQL would skip the index cleanup.
  beforeAll(() => runAsOwner(server, "vacuum (index_cleanup on) news"));

  const conditions: Filter[] = [
    { field: "status", op: "eq", value: "draft" },
    { field: "kind", op: "in", value: ["media", "product"] },
    { field: "pinned", op: "eq", value: false },
    { field: "publishedAt", op: "gte", value: "2020-01-01" },
    { field: "sort", op: "lte", value: 9000 },
  ];
  const filters = [...conditions, { and: conditions }];

  it.each(filters.map((filter) => ({ filter, name: JSON.stringify(filter) })))(
    "$name is counted with an index only",
    async ({ filter }) => {
      const entity = news;
      const { tenantId } = owner;
      const where = sql`${permittedRowsSql({ kind: "system", tenantId }, entity, "read")} and ${whereOf({ readable: programView(entity).readable, tenantId }, filter)}`;
      const [explained] = await server.database.read<{ "QUERY PLAN": { Plan: Plan }[] }>(
        tenantId,
        sql`explain (analyze, format json) ${countSql({ entity, where }, 10_001)}`,
      );
      const nodes = nodesOf(explained!["QUERY PLAN"][0]!.Plan);
      const scans = nodes.filter((node) => node["Node Type"].includes("Scan") && node["Node Type"] !== "Subquery Scan");
      expect(scans.map((node) => [node["Node Type"], node["Heap Fetches"]])).toEqual([["Index Only Scan", 0]]);
    },
  );
});

describe("a connection", () => {
  it("keeps a limited number of prepared statements", async () => {
    const database = await openDatabase({
      connection: { connectionString: server.databaseUrl, max: 1 },
      log: createLog("silent"),
    });
    const query = (n: number) => database.read<{ n: number }>(owner.tenantId, sql`select ${sql.raw(String(n))} as n`);
    try {
      for (const n of [...Array(700).keys(), 0, 1, 699]) expect(await query(n)).toEqual([{ n }]);
      const [prepared] = await database.read<{ n: number }>(
        owner.tenantId,
        sql`select count(*)::int as n from pg_prepared_statements`,
      );
      expect(prepared!.n).toBe(500);
    } finally {
      await database.close();
    }
  });
});
