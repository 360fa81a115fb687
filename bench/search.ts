/**
 * Searches in a million news (`BENCH_ROWS`) over HTTP: phrases of one to three words, Chinese, English and mixed, that 1, 1,000 and 50,000
 * rows have, each time with another filter besides, one at a time and by 20 at once.
 */
import { figure, median } from "./figure.ts";
import { addNews } from "./many-news.ts";
import { postgresOf, startOwnApp } from "./running-app.ts";
import { sized } from "./size.ts";
import { newsTable, type Search } from "./table-search.ts";

const total = Number(process.env.BENCH_ROWS ?? sized(1_000_000, 2000));
const asked = sized(60, 2);

/** Phrases that only planted rows have, though the words of the longer ones are everywhere by themselves. */
const phrases = {
  zh: [
    ["鲲鹏", "麒麟", "貔貅"],
    ["智能鲲港", "储能麒园", "光伏貔灌"],
    ["智能设备鲲流", "储能园区麒检", "光伏电网貔价"],
  ],
  en: [
    ["quornley", "vexmoor", "zidhaven"],
    ["harbour quorn", "ledger vexing", "robot zidane"],
    ["harbour device quorn", "ledger meter vexing", "robot audit zidane"],
  ],
  mixed: [
    ["鲲ledger", "麒meter", "貔robot"],
    ["鲲流 harbour", "麒检 ledger", "貔价 robot"],
    ["智能鲲 harbour device", "储能麒 ledger meter", "光伏貔 robot audit"],
  ],
} as const;
const hits = [1, 1000, 50_000].map((count) => Math.min(count, total / 2));

type Phrase = { name: string; text: string; language: "zh" | "en"; every: number; place: number; hits: number };

const planted: Phrase[] = Object.entries(phrases).flatMap(([kind, byLength]) =>
  byLength.flatMap((texts, length) =>
    texts.map((text, at): Phrase => {
      const every = Math.floor(total / hits[at]!);
      return {
        name: `${kind}.${length + 1}.${hits[at]!}`,
        text,
        language: kind === "zh" ? "zh" : "en",
        every,
        place: (length * 7 + at) % every,
        hits: hits[at]!,
      };
    }),
  ),
);

function plant(index: number): { zh: string; en: string } {
  const found = planted.filter(
    ({ every, place }) => index % every === place && index < every * Math.floor(total / every),
  );
  const said = (language: "zh" | "en") =>
    found.filter((phrase) => phrase.language === language).map(({ text }) => text);
  return {
    zh: said("zh")
      .map((text) => `，${text}`)
      .join(""),
    en: said("en")
      .map((text) => `. ${text}`)
      .join(""),
  };
}

let turns = 0;
/** The phrase, among rows since a moment that is another one every time and before them all. */
const searchFor = ({ text }: Phrase): Search => ({
  filter: {
    and: [
      { field: "intro", op: "contains", value: text },
      { field: "publishedAt", op: "gte", value: new Date(Date.UTC(2010, 0, 1) + (turns += 1) * 1000).toISOString() },
    ],
  },
});
const searchesFor = (found: readonly Phrase[], count: number) =>
  Array.from({ length: count }, (_, index) => searchFor(found[index % found.length]!));

await using app = await startOwnApp();
await using postgres = await postgresOf(app.dataFolder);
await addNews(postgres.connection, total, plant);
figure("search.rows", total, "rows");
const { alone, loaded } = await newsTable(app);

await alone(searchesFor(planted, planted.length * 4));
for (const phrase of planted)
  figure(`search.${phrase.name}.p50`, median(await alone(searchesFor([phrase], asked))), "ms", { atMost: 15 });
for (const count of hits) {
  const found = planted.filter((phrase) => phrase.hits === count);
  const result = await loaded(searchesFor(found, sized(20_000, 200)));
  figure(`search.${count}.requests`, result.requests.average, "1/s", count <= 1000 ? { atLeast: 300 } : {});
  figure(`search.${count}.p50`, result.latency.p50, "ms");
}
