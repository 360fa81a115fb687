/**
 * Searches in a million news (`BENCH_ROWS`) over HTTP: phrases of one to three words, Chinese, English and mixed, that 1, 1,000 and 50,000
 * rows have, each time with another filter besides, one at a time and by 20 at once; and the same phrases where rows are ranked.
 */
import { figure, median } from "./figure.ts";
import { addNews } from "./many-news.ts";
import { commonTexts, phrasesAmong } from "./phrases.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";
import { newsTable, type Search } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? sized(1_000_000, 2000));
const searchesEach = sized(60, 2);

let turns = 0;
/** The text, among rows since a time that is different each time and before all rows. */
const searchFor = (text: string): Search => ({
  filter: {
    and: [
      { field: "intro", op: "contains", value: text },
      { field: "publishedAt", op: "gte", value: new Date(Date.UTC(2010, 0, 1) + (turns += 1) * 1000).toISOString() },
    ],
  },
});
const searchesFor = (texts: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => searchFor(texts[index % texts.length]!));

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
await addNews(postgres.connection, total);
figure("search.rows", total, "rows");
const { sequential: alone, concurrent: loaded, ranked } = await newsTable(app);

const phrases = phrasesAmong(total);
const allTexts = [...phrases.map(({ text }) => text), ...commonTexts];
await alone(searchesFor(allTexts, allTexts.length * 4));
await ranked(allTexts);

async function measure(name: string, text: string, limit: { atMost?: number }): Promise<void> {
  figure(`search.${name}.p50`, median(await alone(searchesFor([text], searchesEach))), "ms", limit);
  figure(`search.ranked.${name}.p50`, median(await ranked(Array<string>(searchesEach).fill(text))), "ms", limit);
}
for (const { name, text } of phrases) await measure(name, text, { atMost: 15 });
for (const text of commonTexts) await measure(text, text, {});
for (const hits of new Set(phrases.map((phrase) => phrase.hits))) {
  const found = phrases.filter((phrase) => phrase.hits === hits).map(({ text }) => text);
  const result = await loaded(searchesFor(found, sized(20_000, 200)));
  figure(`search.${hits}.requests`, result.requests.average, "1/s", hits <= 1000 ? { atLeast: 300 } : {});
  figure(`search.${hits}.load.p50`, result.latency.p50, "ms");
}
