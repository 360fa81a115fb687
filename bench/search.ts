/**
 * Searches in a million news items (`BENCH_ROWS`) over HTTP: Chinese, English and mixed phrases of one to three words that 1, 1,000 and 50,000 rows
 * contain. Each search has a new filter, so that nothing is cached. The searches run one at a time and 20 at once, and again as ranked searches.
 */
import { reportFigure, median } from "./figure.ts";
import { addNews } from "./many-news.ts";
import { commonTexts, phrasesAmong } from "./phrases.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";
import { newsTable, type Search } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? fullOrMiniature(1_000_000, 2000));
const searchesPerText = fullOrMiniature(60, 2);

let searchCount = 0;
/** A search for a text with a time that differs in each search, so that no result is cached; all rows are newer than the time. */
const searchFor = (text: string): Search => ({
  filter: {
    and: [
      { field: "intro", op: "contains", value: text },
      {
        field: "publishedAt",
        op: "gte",
        value: new Date(Date.UTC(2010, 0, 1) + (searchCount += 1) * 1000).toISOString(),
      },
    ],
  },
});
const searchesFor = (texts: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => searchFor(texts[index % texts.length]!));

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
await addNews(postgres.connection, total);
reportFigure("search.rows", total, "rows");
const { sequential, concurrent, ranked } = await newsTable(app);

const phrases = phrasesAmong(total);
const allTexts = [...phrases.map(({ text }) => text), ...commonTexts];
await sequential(searchesFor(allTexts, allTexts.length * 4));
await ranked(allTexts);

async function measure(name: string, text: string, limit: { atMost?: number }): Promise<void> {
  reportFigure(`search.${name}.p50`, median(await sequential(searchesFor([text], searchesPerText))), "ms", limit);
  reportFigure(
    `search.ranked.${name}.p50`,
    median(await ranked(Array<string>(searchesPerText).fill(text))),
    "ms",
    limit,
  );
}
for (const { name, text } of phrases) await measure(name, text, { atMost: 15 });
for (const text of commonTexts) await measure(text, text, {});
for (const hits of new Set(phrases.map((phrase) => phrase.hits))) {
  const texts = phrases.filter((phrase) => phrase.hits === hits).map(({ text }) => text);
  const result = await concurrent(searchesFor(texts, fullOrMiniature(20_000, 40)));
  reportFigure(`search.${hits}.requests`, result.requests.average, "1/s", hits <= 1000 ? { atLeast: 300 } : {});
  reportFigure(`search.${hits}.load.p50`, result.latency.p50, "ms");
}
