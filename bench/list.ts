/**
 * A list of a million news items over HTTP: a filtered and sorted page with its total, the same with a new filter each time, and a search for two
 * Chinese characters; one request at a time, and 20 at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { reportFigure, median } from "./figure.ts";
import { addNews, chineseWords } from "./many-news.ts";
import { createRandom } from "./random.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";
import { newsTable, type Search } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? fullOrMiniature(1_000_000, 2000));
const statuses = ["published", "draft", "archived"];
const kinds = ["company", "product", "media"];

/** The filters that people use: each status and kind, in both orders of the table, on the first three pages. */
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
const searches: Search[] = chineseWords(fullOrMiniature(400, 40)).map((title) => ({ fields: { title } }));

const random = createRandom(14);
const tenYears = 3600 * 24 * 3650;
/** A filter with four conditions and a random time, so that no result is cached. */
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
const startedAt = performance.now();
await addNews(postgres.connection, total);
reportFigure("list.rows", total, "rows");
reportFigure("list.fill", (performance.now() - startedAt) / 1000, "s");
const { sequential, concurrent } = await newsTable(app);

const firstTimes = await sequential(filters);
reportFigure("list.filter.first.p50", median(firstTimes), "ms");
reportFigure("list.filter.first.max", Math.max(...firstTimes), "ms");
const firstSearchTimes = await sequential(searches);
reportFigure("list.search.first.p50", median(firstSearchTimes), "ms", { atMost: 15 });
reportFigure("list.search.first.max", Math.max(...firstSearchTimes), "ms");
// A warm-up, after which the code is compiled and the statements are prepared.
await concurrent(filters);
await wait(500);
const filterLoad = await concurrent(filters);
reportFigure("list.filter.requests", filterLoad.requests.average, "1/s");
reportFigure("list.filter.p50", filterLoad.latency.p50, "ms", { atMost: 8 });
reportFigure("list.filter.p99", filterLoad.latency.p99, "ms", { atMost: 40 });
const searchLoad = await concurrent(searches);
reportFigure("list.search.requests", searchLoad.requests.average, "1/s");
reportFigure("list.search.p50", searchLoad.latency.p50, "ms");
reportFigure("list.search.p99", searchLoad.latency.p99, "ms");
reportFigure("list.new.p50", median(await sequential(newFilters(fullOrMiniature(1000, 20)))), "ms", { atMost: 4 });
const newLoad = await concurrent(newFilters(fullOrMiniature(40_000, 500)));
reportFigure("list.new.requests", newLoad.requests.average, "1/s", { atLeast: 700 });
reportFigure("list.new.load.p50", newLoad.latency.p50, "ms");
reportFigure("list.new.load.p99", newLoad.latency.p99, "ms");
