/** The search index finds exactly what reading every text would find, in whatever script it is written. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fold, searchColumns } from "#records/query/search.server.ts";
import { findRows } from "#records/query/find.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import news from "#entities/news.ts";
import { client } from "./support/client.ts";
import { newSpace } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const seed = 14;

/** Few pieces, so that random texts share many of them: scripts, widths, digits, signs that patterns and JSON know, what has two code units. */
const piece = fc.constantFrom(
  ..."智能充电桩 ledger Meter ＬＥＤ ﬁ É é 12 2026 % _ \\ \" ' 😀 𠮷 が か゛ . -".split(" "),
  " ",
  "  ",
  "\t",
);
const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const samples = <T>(values: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(values, { seed, numRuns });

type Texts = { title: { zh: string; en: string }; intro: { zh: string; en: string } };
const rows = samples(
  fc.record({ title: fc.record({ zh: text, en: text }), intro: fc.record({ zh: text, en: text }) }),
  300,
);
/** Parts of texts that are there, and texts that may not be. */
const parts = samples(fc.tuple(fc.nat(rows.length - 1), fc.nat(40), fc.integer({ min: 1, max: 14 })), 120).map(
  ([row, from, length]) => [...rows[row]!.title.zh, ...rows[row]!.title.en].slice(from, from + length).join(""),
);
const words = [...new Set([...parts, ...samples(text, 60)])];

const spaces: { tenantId: string; texts: Map<string, Texts> }[] = [];

beforeAll(async () => {
  for (const half of [0, 1]) {
    const { tenantId } = await newSpace(server);
    const own = rows.filter((_, index) => index % 2 === half);
    const values = own.map((row) => ({ ...row, ...searchColumns(news, tenantId, row) }));
    const added = await server.database.tenant(tenantId, (tx) =>
      tx.rows<{
        id: string;
        n: number;
      }>(sql`insert into news (id, tenant_id, title, intro, search_text, search, kind, status, sort)
        select gen_random_uuid(), ${tenantId}::uuid, v->'title', v->'intro', v->'search_text',
          array(select jsonb_array_elements_text(v->'search')::bigint), 'company', 'draft', n
        from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as listed(v, n) returning id, sort as n`),
    );
    spaces.push({ tenantId, texts: new Map(added.map(({ id, n }) => [id, own[n - 1]!])) });
  }
});

test("who searches gets the words of titles first, whole words before parts, and the newest among equals", async () => {
  const owner = await newSpace(server);
  const { call } = client(server, owner);
  const add = (title: string, intro = "") =>
    call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: title, en: title },
      intro: { zh: intro, en: intro },
    });
  const offered = async (q: string) => {
    const options = (await call("GET Api/Relation/GetKeyValues", { type: "news", q })) as { name: string }[];
    return options.map(({ name }) => name);
  };
  await add("Ledger of pumps");
  await add("Ledgers in print", "about a subledger");
  await add("Pumps", "kept in a ledger");
  await add("充电桩的账本", "Charger and ledger");
  await add("The charger and its ledger");
  await add("Nothing of the kind");
  expect(await offered("ledger")).toEqual([
    "The charger and its ledger",
    "Ledger of pumps",
    "充电桩的账本",
    "Pumps",
    "Ledgers in print",
  ]);
  expect(await offered("LEDGER  charger")).toEqual(["The charger and its ledger", "充电桩的账本"]);
  expect(await offered("充电 ledg")).toEqual(["充电桩的账本"]);
  expect(await offered("ledger windmill")).toEqual([]);
  expect(await offered("%_ \\ledger")).toEqual([]);
  const who = { kind: "system", tenantId: owner.tenantId } as const;
  const sort = { field: "createdAt", direction: "desc" } as const;
  const pages = await Promise.all(
    [1, 2, 3].map((pageIndex) => findRows(server.database, who, news, "ledger", { pageIndex, pageSize: 2, sort })),
  );
  expect(pages.flat().map((row) => (row.title as { en: string }).en)).toEqual(await offered("ledger"));
});

const has = (texts: Texts, field: "title" | "intro", word: string) =>
  [texts[field].zh, texts[field].en].some((one) => fold(one).includes(fold(word).trim()));

async function found(tenantId: string, fields: readonly ("title" | "intro")[], word: string): Promise<string[]> {
  const either = { or: fields.map((field) => ({ field, op: "contains", value: word }) as const) };
  const where = whereOf({ seen: programView(news).seen, tenantId }, either);
  const readable = rowsFor({ kind: "system", tenantId }, news, "read");
  const ids = await server.database.read<{ id: string }>(
    tenantId,
    sql`select id from news where ${readable} and ${where}`,
  );
  return ids.map(({ id }) => id).toSorted();
}

test.each([{ fields: ["title"] as const }, { fields: ["title", "intro"] as const }])(
  "a text is found in $fields wherever it stands, and nowhere else, in two spaces",
  async ({ fields }) => {
    for (const { tenantId, texts } of spaces)
      for (const word of words) {
        const expected = [...texts].filter(([, row]) => fields.some((field) => has(row, field, word)));
        expect(await found(tenantId, fields, word), JSON.stringify(word)).toEqual(
          expected.map(([id]) => id).toSorted(),
        );
      }
  },
);
