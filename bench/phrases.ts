/** Phrases to search for in the news of `many-news.ts`, and the rows that have them. */
import type { ExtraWords } from "./many-news.ts";

/** Phrases by language and number of words. Only the rows of `phrasesAmong` contain them, although the words of the longer phrases are frequent. */
const texts = {
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

/** Words in most rows, parts of words, and rare phrases of frequent words. */
export const commonTexts = [
  "harbour",
  "智能",
  "rid",
  "elevato",
  "clinic factory",
  "harbour device asset",
  "pump warehouse chain",
] as const;

/** The numbers of rows that contain the phrases; the last number makes a phrase frequent. */
const hitCounts = [1, 1000, 50_000];

/** `name` consists of language, number of words and number of rows. Row `offset` and each `every`th row after it contain the phrase. */
export type Phrase = { name: string; text: string; language: "zh" | "en"; hits: number; every: number; offset: number };

/** The phrases among `total` rows. */
export const phrasesAmong = (total: number): Phrase[] =>
  Object.entries(texts).flatMap(([kind, byLength]) =>
    byLength.flatMap((phrases, length) =>
      phrases.map((text, index): Phrase => {
        const hits = Math.min(hitCounts[index]!, total / 2);
        const every = Math.floor(total / hits);
        return {
          name: `${kind}.${length + 1}.${hits}`,
          text,
          language: kind === "zh" ? "zh" : "en",
          hits,
          every,
          offset: (length * 7 + index) % every,
        };
      }),
    ),
  );

/** Returns a function for the phrases of a row, by its number, among `total` rows. */
export function extraWordsAmong(total: number): ExtraWords {
  const phrases = phrasesAmong(total);
  return (index) => {
    const phrasesOfRow = phrases.filter(
      ({ every, offset }) => index % every === offset && index < every * Math.floor(total / every),
    );
    const sentence = (language: "zh" | "en", before: string) =>
      phrasesOfRow
        .filter((phrase) => phrase.language === language)
        .map(({ text }) => before + text)
        .join("");
    return { zh: sentence("zh", "，"), en: sentence("en", ". ") };
  };
}
