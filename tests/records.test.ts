/** The records engine with many rows, concurrent edits, and queries without a tenant. */
import pg from "pg";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import news from "#entities/news.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import type { Filter } from "#kit/filter.ts";
import { findRows } from "#records/query/find.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { searchColumns } from "#records/query/search.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { runAsOwner, sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let send: Client["send"];

const addNews = (tenantId: string, count: number, title: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, pinned, sort)
      select gen_random_uuid(), ${tenantId}::uuid, jsonb_build_object('zh', ${title}::text || n, 'en', ${title}::text || n), 'company', 'draft',
        now() - n * interval '1 minute', false, n from generate_series(1, ${count}::int) n`),
  );

async function list(input: object): Promise<TableResult> {
  const answer = await send("GET Api/{type}/QueryPageList", { type: "news", ...input });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as TableResult;
}

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  ({ send } = client(server, owner));
});

describe("a long list", () => {
  beforeAll(() => addNews(owner.tenantId, 10_050, "row "));

  it("is counted up to 10,001 and marked as capped", async () => {
    expect(await list({ pageSize: 15 })).toMatchObject({ total: 10_001, isCapped: true, pageSize: 15 });
  });

  it("R-27: is paged to its end and back without gaps while rows are added in front", async () => {
    const query = { orderBy: "publishedAt", direction: "desc", pageSize: 120 };
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const { rows } = await list({ ...query, ...(after === undefined ? {} : { after }) });
      ids.push(...rows.map(({ id }) => id));
      after = rows.at(-1)?.id;
      if (rows.length < 120) break;
      if (ids.length === 1200) await addNews(owner.tenantId, 7, "later ");
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(10_050);
    const { rows } = await list({ ...query, before: ids[240]! });
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(120, 240));
  });

  it("has a correct total as soon as a row was added", async () => {
    const query = { title: "needle in the hay" };
    expect((await list(query)).total).toBe(0);
    const title = { zh: "needle in the hay", en: "needle in the hay" };
    expect((await send("POST Api/{type}/QueryAdd", { type: "news", title })).status).toBe(200);
    expect((await list(query)).total).toBe(1);
  });
});

describe("a search in a long list", () => {
  let space: Person;
  /** Adds rows numbered from the newest. Those that satisfy the SQL `condition` contain the word. */
  async function addSearchable(word: string, count: number, condition: string): Promise<void> {
    const title = { zh: `第一条${word}消息`, en: `${word} one` };
    const { search, search_text } = searchColumns(news, space.tenantId, { title });
    await server.database.tenant(space.tenantId, (tx) =>
      tx.rows(sql`insert into news (id, tenant_id, title, search_text, search, kind, status, published_at, pinned, sort)
        select gen_random_uuid(), ${space.tenantId}::uuid, ${JSON.stringify(title)}::jsonb,
          case when ${sql.raw(condition)} then ${JSON.stringify(search_text)}::jsonb else '{}' end,
          case when ${sql.raw(condition)} then ${sql.param(search)}::bigint[] else '{}' end, 'company', 'draft', now() - n * interval '1 minute', false, n
        from generate_series(1, ${count}::int) n`),
    );
  }
  async function searchRows(input: object): Promise<{ sort: number[]; total: number; rows: { id: string }[] }> {
    const answer = await client(server, space).send("GET Api/{type}/QueryPageList", { type: "news", ...input });
    expect(answer.status, answer.text).toBe(200);
    const { rows, total } = contentOf(answer) as TableResult;
    return { sort: rows.map(({ sort }) => sort as number), total, rows };
  }
  const sequence = (count: number, numberAt: (n: number) => number) =>
    Array.from({ length: count }, (_, n) => numberAt(n));

  beforeAll(async () => {
    space = await newSpaceOwner(server);
    await addSearchable("稀有", 3000, "n % 100 = 0");
    await addSearchable("常见", 20_100, "n % 2 = 0");
    await addSearchable("往事", 15_200, "n > 5100");
    // Updates the statistics for the planner, as autovacuum does within a minute.
    await runAsOwner(server, "analyze news");
  });

  it.each([
    { word: "稀有", total: 30, row: (n: number) => (n + 1) * 100, what: "a rare word" },
    { word: "常见", total: 10_001, row: (n: number) => (n + 1) * 2, what: "a common word" },
    { word: "往事", total: 10_001, row: (n: number) => 5101 + n, what: "a word that only old rows have" },
    { word: "条常见消", total: 10_001, row: (n: number) => (n + 1) * 2, what: "a part of a sentence" },
  ])("finds $what, in order, by page and after a row", async ({ word, total, row }) => {
    const query = { title: word, orderBy: "publishedAt", direction: "desc", pageSize: 10 };
    const firstPage = await searchRows(query);
    expect(firstPage).toMatchObject({ total, sort: sequence(10, row) });
    expect((await searchRows({ ...query, pageIndex: 3 })).sort).toEqual(sequence(10, (n) => row(n + 20)));
    expect((await searchRows({ ...query, after: firstPage.rows.at(-1)!.id })).sort).toEqual(
      sequence(10, (n) => row(n + 10)),
    );
    expect((await searchRows({ ...query, kind: "product" })).total).toBe(0);
  });

  it.each([
    { words: ["稀有", "常见"], total: 10_001, what: "either of two words" },
    { words: ["条稀有消", "条无此消"], total: 30, what: "a part of a sentence in either of two fields" },
  ])("finds $what", async ({ words, total }) => {
    const filter = {
      or: words.flatMap((value) => ["title", "intro"].map((field) => ({ field, op: "contains", value }))),
    };
    const paraModel = { url: "/admin/news/list", filter };
    const answer = await client(server, space).send("POST paas/table/count", { paraModel } as never);
    expect(answer.body.data).toMatchObject({ total });
    const refusedModel = { ...paraModel, filter: { or: [{ field: "kind", op: "contains", value: "c" }, filter] } };
    expect(
      (await client(server, space).send("POST paas/table/count", { paraModel: refusedModel } as never)).status,
    ).toBe(400);
  });

  it("uses the index once for a text in one of several fields", async () => {
    const { tenantId } = space;
    const texts: Filter = {
      or: ["title", "intro"].map((field) => ({ field, op: "contains", value: "条稀有消" })),
    };
    const lines = await server.database.read<{ "QUERY PLAN": string }>(
      tenantId,
      sql`explain select id from news where tenant_id = ${tenantId}::uuid and deleted_at is null and ${whereOf({ readable: programView(news).readable, tenantId }, texts)}`,
    );
    const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    expect(plan.match(/Bitmap Index Scan on news_search/g)).toHaveLength(1);
    expect(plan).not.toContain("Seq Scan");
  });

  it("ranks matches without reading the whole table", async () => {
    const plans: string[] = [];
    const database: Database = {
      ...server.database,
      async readForDisplay(tenantId, query) {
        const lines = await server.database.read<{ "QUERY PLAN": string }>(tenantId, sql`explain ${query}`);
        plans.push(...lines.map((line) => line["QUERY PLAN"]));
        return server.database.read(tenantId, query);
      },
    };
    const found = await findRows(database, { kind: "system", tenantId: space.tenantId }, news, "条稀有消", {});
    expect(found.length).toBeGreaterThan(0);
    expect(plans.filter((line) => line.includes("Bitmap Index Scan on news_search"))).toHaveLength(2);
    expect(plans.filter((line) => line.includes("Seq Scan on news"))).toEqual([]);
  });

  it("separates fields and spaces", async () => {
    expect((await searchRows({ title: "无此" })).total).toBe(0);
    expect((await list({ title: "稀有" })).total).toBe(0);
  });
});

describe("concurrent requests", () => {
  it("keep every acknowledged edit of different fields", async () => {
    const title = { zh: "众人", en: "Many" };
    const { id, version } = contentOf(await send("POST Api/{type}/QueryAdd", { type: "news", title })) as {
      id: string;
      version: number;
    };
    const edits = [
      { sort: 7 },
      { pinned: true },
      { status: "archived" },
      { intro: { zh: "摘要", en: "Summary" } },
      { body: { zh: richTextFromMarkdown("正文"), en: richTextFromMarkdown("**Body**") } },
    ];
    const answers = await Promise.all(
      edits.map((edit) => send("POST Api/{type}/QueryUpdate", { type: "news", id, version, ...edit })),
    );
    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
    const row = contentOf(await send("GET Api/{type}/QueryById", { type: "news", id }));
    expect(row).toMatchObject({ title, version: version + edits.length, ...Object.assign({}, ...edits) });
  });

  it("R-11: save one of twenty edits of the same field, and nineteen get 409", async () => {
    const { id, version } = contentOf(
      await send("POST Api/{type}/QueryAdd", { type: "news", title: { zh: "一", en: "One" } }),
    ) as { id: string; version: number };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send("POST Api/{type}/QueryUpdate", { type: "news", id, version, sort: n + 1 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it("add a page with the same path once", async () => {
    const page = { type: "page", path: "/only-once", title: { zh: "一", en: "One" } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send("POST Api/{type}/QueryAdd", page)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409 || status === 422)).toHaveLength(7);
  });
});

describe("row security", () => {
  it("T-02: separates spaces even for a query without a tenant, and refuses to write into another space", async () => {
    const otherOwner = await newSpaceOwner(server);
    await addNews(otherOwner.tenantId, 3, "of the other ");
    const connection = new pg.Client({ connectionString: server.databaseUrl });
    await connection.connect();
    await connection.query("set role meridian_app");
    const count = async () =>
      Number(
        (await connection.query("select count(*) from news where title->>'zh' like 'of the other %'")).rows[0].count,
      );
    expect(await count()).toBe(0);
    await connection.query(`set meridian.tenant = '${owner.tenantId}'`);
    expect(await count()).toBe(0);
    const changed = await connection.query("update news set sort = 99 where title->>'zh' like 'of the other %'");
    expect(changed.rowCount).toBe(0);
    await expect(
      connection.query(
        "insert into news (id, tenant_id, title, kind, status) values (gen_random_uuid(), $1, '{}', 'company', 'draft')",
        [otherOwner.tenantId],
      ),
    ).rejects.toThrow(/row-level security/);
    await connection.query(`set meridian.tenant = '${otherOwner.tenantId}'`);
    expect(await count()).toBe(3);
    await connection.end();
  });
});
