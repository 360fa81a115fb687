/** Inserts up to a million news items in batches, with their search entries, as the program stores them. */
import pg from "pg";
import type { EntityDefinition } from "#kit/entity.ts";
import { platformCode } from "#kit/space.ts";
import { searchColumns } from "#records/query/search.server.ts";
import { newId } from "#server/process/id.server.ts";
import { extraWordsAmong } from "./phrases.ts";

const batchSize = 4000;
const day = 86_400_000;
const kinds = ["company", "product", "media"];
/** The statuses of twenty rows, in the usual distribution. */
const statuses = [...Array<string>(14).fill("published"), ...Array<string>(4).fill("draft"), "archived", "archived"];

/** Any two of these characters make a word. */
const characters = [
  ..."智能设备资产港口园区能源储能充电光伏电网农业大棚灌溉物流仓库冷链社区电梯安防水务管网监测巡检机器人数据合规审计托管登记估值分红认购赎回风险披露投资平台年度季度报告升级上线发布合作签约交付验收开放试点城市工厂矿山医院学校酒店",
];
const englishWords =
  "harbour device asset ledger meter storage grid charger greenhouse pump warehouse chain elevator camera robot audit custody registry valuation dividend report release pilot factory clinic".split(
    " ",
  );

/** A seeded generator of numbers below `limit`. Small numbers are more frequent, as some words are in texts. */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) ** 2 * limit);
  };
}

/** Returns the words to add to a row, by its number. */
export type ExtraWords = (index: number) => { zh: string; en: string };

const newsFields = { searchable: ["title", "intro"] } as unknown as EntityDefinition;

type RowSource = { tenantId: string; total: number; extraWords: ExtraWords; next: (limit: number) => number };

function makeRow({ tenantId, total, extraWords, next }: RowSource, index: number) {
  const chinese = (length: number) => Array.from({ length }, () => characters[next(characters.length)]).join("");
  const english = (length: number) => Array.from({ length }, () => englishWords[next(englishWords.length)]).join(" ");
  const createdAt = Date.UTC(2026, 0, 1) - Math.floor(((total - index) * 3650 * day) / total);
  const texts = {
    title: { zh: chinese(8 + (index % 9)), en: english(4 + (index % 4)) },
    intro: { zh: chinese(24) + extraWords(index).zh, en: english(8) + extraWords(index).en },
  };
  return {
    id: newId(createdAt),
    tenant_id: tenantId,
    created_at: new Date(createdAt).toISOString(),
    published_at: new Date(createdAt).toISOString(),
    ...texts,
    ...searchColumns(newsFields, tenantId, texts),
    body: { zh: chinese(200), en: english(60) },
    kind: kinds[index % kinds.length],
    status: statuses[(index * 7) % statuses.length],
    pinned: index % 1000 === 0,
    sort: index % 10_000,
  };
}

const insert = `insert into news (id, tenant_id, created_at, updated_at, published_at, title, intro, body, search_text, search, kind, status, pinned, sort)
  select id, tenant_id, created_at, created_at, published_at, title, intro, body, search_text, search, kind, status, pinned, sort
  from jsonb_to_recordset($1) as row(id uuid, tenant_id uuid, created_at timestamptz, published_at timestamptz, title jsonb, intro jsonb,
    body jsonb, search_text jsonb, search bigint[], kind text, status text, pinned boolean, sort numeric)`;

async function insertNews(client: pg.Client, total: number, extraWords: ExtraWords): Promise<void> {
  const tenants = await client.query<{ id: string }>("select id from tenant where code = $1", [platformCode]);
  const rowSource = { tenantId: tenants.rows[0]!.id, total, extraWords, next: createNumbers(20_261_121) };
  for (let index = 0; index < total; index += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, total - index) }, (_, n) => makeRow(rowSource, index + n));
    await client.query(insert, [JSON.stringify(rows)]);
  }
}

/**
 * Adds `total` news items to the platform's own space, unless the database has as many already (from `BENCH_SEED`). The search index is dropped first
 * and created again afterwards, which is faster than updating it row by row.
 */
export async function addNews(connection: pg.ClientConfig, total: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set meridian.tenant = '*'");
    const { rows: counted } = await client.query<{ n: number }>("select count(*)::int as n from news");
    if (counted[0]!.n >= total) return;
    const searchIndex = "select indexdef from pg_indexes where indexname = 'news_search'";
    const { rows: indexes } = await client.query<{ indexdef: string }>(searchIndex);
    await client.query("drop index news_search");
    await insertNews(client, total, extraWordsAmong(total));
    await client.query("set maintenance_work_mem = '1GB'");
    await client.query(indexes[0]!.indexdef);
    await client.query("vacuum (analyze) news");
  } finally {
    await client.end();
  }
}

/** Existing two-character words, frequent and rare ones. */
export function chineseWords(count: number): string[] {
  const next = createNumbers(7);
  return Array.from(
    { length: count },
    () => `${characters[next(characters.length)]}${characters[next(characters.length)]}`,
  );
}
