/** A list of a million news: a filtered and sorted page with its total, and a search for two Chinese characters, over HTTP by 20 at once. */
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { figure, median } from "./figure.ts";
import { addNews, chineseWords } from "./many-news.ts";
import { postgresOf, signInAdministrator, startOwnApp } from "./running-app.ts";
import { sized } from "./size.ts";

const total = Number(process.env.BENCH_ROWS ?? sized(1_000_000, 2000));
const connections = 20;
const seconds = sized(10, 1);

type Search = {
  fields?: Record<string, unknown>;
  sort?: { field: string; direction: "asc" | "desc" };
  pageIndex?: number;
};

const body = (search: Search) =>
  JSON.stringify({ paraModel: { url: "/admin/news/list", pageIndex: 1, pageSize: 15, ...search } });

/** What people look for: each status and kind, in each order the table offers, the first pages. */
const filters: Search[] = ["published", "draft", "archived"].flatMap((status) =>
  ["company", "product", "media"].flatMap((kind) =>
    (["publishedAt", "sort"] as const).flatMap((field) =>
      [1, 2, 3].map((pageIndex): Search => ({
        fields: { status, kind },
        sort: { field, direction: "desc" },
        pageIndex,
      })),
    ),
  ),
);
const searches: Search[] = chineseWords(sized(400, 40)).map((title) => ({ fields: { title } }));

await using app = await startOwnApp();
await using postgres = await postgresOf(app.dataFolder);
const started = performance.now();
await addNews(postgres.connection, total);
figure("list.rows", total, "rows");
figure("list.fill", (performance.now() - started) / 1000, "s");
const headers = {
  authorization: `Bearer ${await signInAdministrator(app)}`,
  "content-type": "application/json",
  "x-meridian": "1",
};
const address = `${app.url}/api/paas/table/search`;

/** ms of each search on its own, the first time anybody asks for it: with its count. */
const alone = async (bodies: string[]): Promise<number[]> => {
  const times: number[] = [];
  for (const each of bodies) {
    const begin = performance.now();
    const answer = await fetch(address, { method: "POST", headers, body: each });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${each}: ${answer.status}`);
    times.push(performance.now() - begin);
  }
  return times;
};
const loaded = async (bodies: string[]) => {
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: bodies.map((each) => ({ method: "POST" as const, headers, body: each })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`);
  return result;
};

const [filterBodies, searchBodies] = [filters.map(body), searches.map(body)];
const first = await alone(filterBodies);
figure("list.filter.first.p50", median(first), "ms");
figure("list.filter.first.max", Math.max(...first), "ms");
const firstSearches = await alone(searchBodies);
figure("list.search.first.p50", median(firstSearches), "ms", { atMost: 15 });
figure("list.search.first.max", Math.max(...firstSearches), "ms");
// The program as it is after a minute of work: compiled, its statements prepared.
await loaded(filterBodies);
await wait(500);
const filtered = await loaded(filterBodies);
figure("list.filter.requests", filtered.requests.average, "1/s");
figure("list.filter.p50", filtered.latency.p50, "ms", { atMost: 8 });
figure("list.filter.p99", filtered.latency.p99, "ms", { atMost: 40 });
const searched = await loaded(searchBodies);
figure("list.search.requests", searched.requests.average, "1/s");
figure("list.search.p50", searched.latency.p50, "ms");
figure("list.search.p99", searched.latency.p99, "ms");
