/**
 * A list of a million news over HTTP: a filtered and sorted page with its total, the same with a filter that nobody asked for before, and a
 * search for two Chinese characters, one at a time and by 20 at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { figure, median } from "./figure.ts";
import { addNews, chineseWords } from "./many-news.ts";
import { createRandom } from "./random.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";
import { newsTable, type Search } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? sized(1_000_000, 2000));
const statuses = ["published", "draft", "archived"];
const kinds = ["company", "product", "media"];

/** What people look for: each status and kind, in each order the table offers, the first pages. */
const filters: Search[] = statuses.flatMap((status) =>
  kinds.flatMap((kind) =>
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

const random = createRandom(14);
const tenYears = 3600 * 24 * 3650;
/** A filter with four conditions, whose time is different each time. */
const newFilter = (): Search => ({
  filter: {
    and: [
      { field: "status", op: "eq", value: random.pick(statuses) },
      { field: "kind", op: "eq", value: random.pick(kinds) },
      { field: "pinned", op: "eq", value: false },
      {
        field: "publishedAt",
        op: "gte",
        value: new Date(Date.UTC(2016, 0, 1) + random.below(tenYears) * 1000).toISOString(),
      },
    ],
  },
});
const newFilters = (count: number) => Array.from({ length: count }, newFilter);

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
const started = performance.now();
await addNews(postgres.connection, total);
figure("list.rows", total, "rows");
figure("list.fill", (performance.now() - started) / 1000, "s");
const { sequential: alone, concurrent: loaded } = await newsTable(app);

const first = await alone(filters);
figure("list.filter.first.p50", median(first), "ms");
figure("list.filter.first.max", Math.max(...first), "ms");
const firstSearches = await alone(searches);
figure("list.search.first.p50", median(firstSearches), "ms", { atMost: 15 });
figure("list.search.first.max", Math.max(...firstSearches), "ms");
// The program as it is after a minute of work: compiled, its statements prepared.
await loaded(filters);
await wait(500);
const filtered = await loaded(filters);
figure("list.filter.requests", filtered.requests.average, "1/s");
figure("list.filter.p50", filtered.latency.p50, "ms", { atMost: 8 });
figure("list.filter.p99", filtered.latency.p99, "ms", { atMost: 40 });
const searched = await loaded(searches);
figure("list.search.requests", searched.requests.average, "1/s");
figure("list.search.p50", searched.latency.p50, "ms");
figure("list.search.p99", searched.latency.p99, "ms");
figure("list.new.p50", median(await alone(newFilters(sized(1000, 20)))), "ms", { atMost: 4 });
const newLoaded = await loaded(newFilters(sized(40_000, 500)));
figure("list.new.requests", newLoaded.requests.average, "1/s", { atLeast: 700 });
figure("list.new.load.p50", newLoaded.latency.p50, "ms");
figure("list.new.load.p99", newLoaded.latency.p99, "ms");
