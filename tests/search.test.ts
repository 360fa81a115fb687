/** The search index finds exactly the same rows as a comparison of every text, in any script. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { Filter } from "#kit/filter.ts";
import { fold, searchColumns } from "#records/query/search.server.ts";
import { findRows } from "#records/query/find.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { searchOf } from "#records/query/where.server.ts";
import news from "#entities/news.ts";
import { type Client, client } from "./support/client.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const seed = 14;

/** Parts of random texts, few enough that many texts share a part: scripts, widths, digits, special characters, surrogate pairs. */
const part = fc.constantFrom(
  ..."智能充电桩 ledger ledgers Meter ＬＥＤ ﬁ É é 12 2026 % _ \\ \" ' 😀 𠮷 が か゛ . -".split(" "),
  " ",
  "  ",
  "\t",
);
const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const samples = <T>(values: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(values, { seed, numRuns });

type Texts = { title: { zh: string; en: string }; intro: { zh: string; en: string } };
const rows = samples(
  fc.record({ title: fc.record({ zh: text, en: text }), intro: fc.record({ zh: text, en: text }) }),
  300,
);
/** Substrings of the texts, and random texts that may not occur. */
const parts = samples(fc.tuple(fc.nat(rows.length - 1), fc.nat(40), fc.integer({ min: 1, max: 14 })), 120).map(
  ([row, from, length]) => [...rows[row]!.title.zh, ...rows[row]!.title.en].slice(from, from + length).join(""),
);
const words = [...new Set([...parts, ...samples(text, 60)])];

const spaces: { tenantId: string; texts: Map<string, Texts> }[] = [];

/** Adds news, each a minute older than the one before, and returns their ids. */
async function addRows(tenantId: string, added: readonly (Texts & { kind?: string })[]): Promise<string[]> {
  const values = added.map((row) => ({ kind: "company", ...row, ...searchColumns(news, tenantId, row) }));
  const ids = await server.database.tenant(tenantId, (tx) =>
    tx.rows<{
      id: string;
      n: number;
    }>(sql`insert into news (id, tenant_id, title, intro, search_text, search, kind, status, sort, published_at, created_at)
      select gen_random_uuid(), ${tenantId}::uuid, v->'title', v->'intro', v->'search_text',
        array(select jsonb_array_elements_text(v->'search')::bigint), v->>'kind', 'draft', n, at, at
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as listed(v, n),
        lateral (select timestamptz '2026-01-01' - n * interval '1 minute' as at) moment
      returning id, sort::int as n`),
  );
  return ids.toSorted((a, b) => a.n - b.n).map(({ id }) => id);
}

beforeAll(async () => {
  for (const remainder of [0, 1]) {
    const { tenantId } = await newSpaceOwner(server);
    const ownRows = rows.filter((_, index) => index % 2 === remainder);
    const ids = await addRows(tenantId, ownRows);
    spaces.push({ tenantId, texts: new Map(ids.map((id, index) => [id, ownRows[index]!])) });
  }
});

describe("in a list longer than a search scans", () => {
  const count = 2600;
  /** Titles and intros with a word in every other row, and words in a few rows far down the list. */
  const titleOf = (n: number) => ({ 2300: "harbours", 2400: "Harbour" })[n] ?? `row ${n}`;
  const introOf = (n: number) =>
    `${n % 2 === 0 ? "a harbour" : "a meter"}${n % 500 === 0 ? " of quornley, 鲲鹏" : ""}${n % 100 === 0 ? ", brindle" : ""}`;
  const ownRows = Array.from({ length: count }, (_, index) => {
    const [title, intro] = [titleOf(index + 1), introOf(index + 1)];
    const kind = (index + 1) % 200 === 0 ? "media" : "company";
    return { title: { zh: title, en: title }, intro: { zh: "", en: intro }, kind };
  });
  let send: Client["send"];
  let call: Client["call"];
  beforeAll(async () => {
    const owner = await newSpaceOwner(server);
    ({ send, call } = client(server, owner));
    await addRows(owner.tenantId, ownRows);
  });

  async function request(route: "POST paas/table/search" | "POST paas/table/count", more: object) {
    const answer = await send(route, { paraModel: { url: "/admin/news/list", ...more } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
  async function pageOf(filter: Filter, more: object = {}) {
    const { result } = (await request("POST paas/table/search", { filter, ...more })) as { result: TableResult };
    return { ...result, numbers: result.rows.map((row) => Number(row.sort)), last: result.rows.at(-1)?.id };
  }
  const introContains = (value: string): Filter => ({ field: "intro", op: "contains", value });
  const evenNumbers = (from: number, length: number) => Array.from({ length }, (_, index) => from + 2 * index);

  it("a common word fills pages from the beginning of the list, with an estimated total", async () => {
    const firstPage = await pageOf(introContains("harbour"));
    expect(firstPage.numbers).toEqual(evenNumbers(2, 15));
    expect(firstPage).toMatchObject({ total: 151, isCapped: true });
    expect(await request("POST paas/table/count", { filter: introContains("harbour") })).toEqual({
      total: 1300,
      isCapped: false,
    });
    expect((await pageOf(introContains("harbour"), { pageIndex: 3 })).numbers).toEqual(evenNumbers(62, 15));
    expect((await pageOf(introContains("harbour"), { pageIndex: 80 })).numbers).toEqual(evenNumbers(2372, 15));
    expect((await pageOf(introContains("harbour"), { after: firstPage.last })).numbers).toEqual(evenNumbers(32, 15));
  });

  it("a word of one in a hundred rows fills the first page from the list, and later pages from the index", async () => {
    const hundreds = (from: number, length: number) => Array.from({ length }, (_, index) => from + index * 100);
    const firstPage = await pageOf(introContains("brindle"));
    expect(firstPage).toMatchObject({ numbers: hundreds(100, 15), total: 21, isCapped: true });
    const secondPage = await pageOf(introContains("brindle"), { pageIndex: 2 });
    expect(secondPage).toMatchObject({ numbers: hundreds(1600, 11), total: 26, isCapped: false });
  });

  it("rare words, and common words with a narrow filter, are found anywhere in the list and counted", async () => {
    for (const word of ["quornley", "鲲鹏", "of quornley, 鲲", "uornl", "鲲"])
      expect(await pageOf(introContains(word)), word).toMatchObject({
        numbers: [500, 1000, 1500, 2000, 2500],
        total: 5,
        isCapped: false,
      });
    const secondPage = await pageOf(introContains("quornley"), { pageSize: 10, pageIndex: 2 });
    expect(secondPage).toMatchObject({ numbers: [], total: 5, isCapped: false });
    const mediaPage = await pageOf({ and: [introContains("harbour"), { field: "kind", op: "eq", value: "media" }] });
    expect(mediaPage).toMatchObject({
      numbers: evenNumbers(1, 13).map((n) => 100 * (n + 1)),
      total: 13,
      isCapped: false,
    });
    expect(await pageOf(introContains("windmill"))).toMatchObject({ numbers: [], total: 0, isCapped: false });
  });

  it("matches in titles come before those in texts, and parts of words come last", async () => {
    const optionsFor = async (q: string) => {
      const options = (await call("GET Api/Relation/GetKeyValues", { type: "news", q })) as { name: string }[];
      return options.map(({ name }) => name);
    };
    const names = ["Harbour", ...evenNumbers(2, 99).map(titleOf)];
    expect(await optionsFor("harbour")).toEqual(names);
    expect(await optionsFor("harbours")).toEqual(["harbours"]);
    expect(await optionsFor("quornley")).toEqual([500, 1000, 1500, 2000, 2500].map(titleOf));
    expect(await optionsFor("harbour row 15")).toEqual(expect.arrayContaining(["row 150", "row 1500"]));
  });
});

test("the migration gives old rows the search entries of new rows", async () => {
  const oldDatabase = await makeOldDatabase("_search_pieces.sql");
  const [tenantId, entityId] = [randomUUID(), randomUUID()];
  const values = {
    title: { zh: "智能 Ledger２ 𠮷abcd é", en: "A meter's ledger\n and its 😀 metres, thirty of them" },
    intro: { zh: "短abc", en: rows.map(({ intro }) => intro.en).join(" ") },
  };
  const entities = {
    news: searchColumns(news, tenantId, values),
    record: searchColumns({ ...news, stored: { id: entityId, version: 1, facets: [] } }, tenantId, values),
  };
  const earlierEntries = ["title", "intro"].flatMap((field) =>
    entities.news.search_text[field]!.split("\n").flatMap((line) =>
      [...line].flatMap((character, at) =>
        [character, `${character}${[...line][at + 1]}`].map((entry) => field + entry),
      ),
    ),
  );
  const isEarlier = (entry: string) => !/^(?:title|intro) $|undefined$/.test(entry);
  const count = entities.news.search.length - new Set(earlierEntries.filter(isEarlier)).size;
  const { search_text: foldedText } = entities.news;
  await oldDatabase.client.query("set meridian.tenant = '*'");
  await oldDatabase.client.query("insert into tenant (id, code, name) values ($1, 'old', '{}')", [tenantId]);
  await oldDatabase.client.query(
    "insert into entity_definition (id, tenant_id, type, version, definition) values ($1, $2, 'old', 1, '{}')",
    [entityId, tenantId],
  );
  await oldDatabase.client.query(
    "insert into news (id, tenant_id, title, kind, status, search_text, search) values (gen_random_uuid(), $1, '{}', 'company', 'draft', $2, '{7}')",
    [tenantId, foldedText],
  );
  await oldDatabase.client.query(
    "insert into record (id, tenant_id, entity_id, search_text, search) values (gen_random_uuid(), $1, $2, $3, '{7}')",
    [tenantId, entityId, foldedText],
  );
  await oldDatabase.migrate();
  for (const [table, { search }] of Object.entries(entities)) {
    const { rows: migrated } = await oldDatabase.client.query<{ search: string[] }>(
      `select search::text[] as search from ${table} where tenant_id = $1`,
      [tenantId],
    );
    const added = migrated[0]!.search.map(Number).filter((entry) => entry !== 7);
    expect(added.filter((entry) => !search.includes(entry))).toEqual([]);
    expect(added).toHaveLength(count);
  }
  await oldDatabase.drop();
});

test("search results have titles first, whole words before parts, and the newest among equals", async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const add = (title: string, intro = "") =>
    call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: title, en: title },
      intro: { zh: intro, en: intro },
    });
  const optionsFor = async (q: string) => {
    const options = (await call("GET Api/Relation/GetKeyValues", { type: "news", q })) as { name: string }[];
    return options.map(({ name }) => name);
  };
  await add("Ledger of pumps");
  await add("Ledgers in print", "about a subledger");
  await add("Pumps", "kept in a ledger");
  await add("充电桩的账本", "Charger and ledger");
  await add("The charger and its ledger");
  await add("Nothing of the kind");
  expect(await optionsFor("ledger")).toEqual([
    "The charger and its ledger",
    "Ledger of pumps",
    "充电桩的账本",
    "Pumps",
    "Ledgers in print",
  ]);
  expect(await optionsFor("LEDGER  charger")).toEqual(["The charger and its ledger", "充电桩的账本"]);
  expect(await optionsFor("充电 ledg")).toEqual(["充电桩的账本"]);
  expect(await optionsFor("ledger windmill")).toEqual([]);
  expect(await optionsFor("%_ \\ledger")).toEqual([]);
  const principal = { kind: "system", tenantId: owner.tenantId } as const;
  const sort = { field: "createdAt", direction: "desc" } as const;
  const pages = await Promise.all(
    [1, 2, 3].map((pageIndex) =>
      findRows(server.database, principal, news, "ledger", { pageIndex, pageSize: 2, sort }),
    ),
  );
  expect(pages.flat().map((row) => (row.title as { en: string }).en)).toEqual(await optionsFor("ledger"));
});

const containsWord = (texts: Texts, field: "title" | "intro", word: string) =>
  [texts[field].zh, texts[field].en].some((value) => fold(value).includes(fold(word).trim()));

async function findIds(
  tenantId: string,
  { fields, word, way }: { fields: readonly ("title" | "intro")[]; word: string; way: "index" | "text" },
): Promise<string[]> {
  const either = { or: fields.map((field) => ({ field, op: "contains", value: word }) as const) };
  const where = searchOf({ readable: programView(news).readable, tenantId }, either)[way];
  const readable = permittedRowsSql({ kind: "system", tenantId }, news, "read");
  const ids = await server.database.read<{ id: string }>(
    tenantId,
    sql`select id from news where ${readable} and ${where}`,
  );
  return ids.map(({ id }) => id).toSorted();
}

test.each(
  (["index", "text"] as const).flatMap((way) => [
    { way, fields: ["title"] as const },
    { way, fields: ["title", "intro"] as const },
  ]),
)("a text is found in $fields by $way wherever it occurs, and only there, in two spaces", async (search) => {
  for (const { tenantId, texts } of spaces)
    for (const word of words) {
      const expected = [...texts].filter(([, row]) => search.fields.some((field) => containsWord(row, field, word)));
      expect(await findIds(tenantId, { ...search, word }), JSON.stringify(word)).toEqual(
        expected.map(([id]) => id).toSorted(),
      );
    }
});
