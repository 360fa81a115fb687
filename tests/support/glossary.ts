import type { FoundText } from "./texts.ts";

/** A word that texts may not contain, the term to use instead, and phrases in which the word is allowed. */
export type Forbidden = { word: string; term: string; except: string[] };

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/** The terms and the forbidden words of the glossary's tables. */
export function readGlossary(markdown: string): { terms: string[]; forbidden: Forbidden[] } {
  const rows = markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => first !== "中文" && !first!.startsWith("-"));
  return {
    terms: rows.map(([zh]) => zh!),
    forbidden: rows.flatMap(([zh, en, not, except]) =>
      quoted(not ?? "").map((word) => ({ word, term: `${zh} = ${en}`, except: quoted(except ?? "") })),
    ),
  };
}

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text);

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether `text` contains `word`: an English one as a whole word in any case, a Chinese one anywhere. */
function has(text: string, { word, except }: Forbidden): boolean {
  const rest = except.reduce((left, phrase) => left.replaceAll(new RegExp(`${literal(phrase)}s?`, "gi"), ""), text);
  if (isChinese(word)) return rest.includes(word);
  return new RegExp(`(?<![\\w/#-])${literal(word)}(?![\\w-])`, "i").test(rest);
}

/** The text without URLs, code and links of Markdown. */
const plain = (text: string): string =>
  text
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)\n]*\)/g, "]")
    .replace(/(?:https?:\/|(?<=\s|^|[：:]))\/\S+/g, "");

const han = "\\u4e00-\\u9fff";
const chineseMarks: [RegExp, string][] = [
  [new RegExp(`[${han}}”》][,?!:;]`), "a half-width mark after Chinese"],
  [new RegExp(`[${han}][()]|[()][${han}]`), "half-width brackets beside Chinese"],
  [/["'「」『』]/, "straight or corner quotation marks"],
  [/你/, "你 instead of 您"],
  [/\.\.\.|…{2}|。{2}/, "an ellipsis of several signs"],
];

/** Whether a word keeps its capital inside a sentence: names and abbreviations. */
const hasCapitalReason = (word: string, names: ReadonlySet<string>): boolean =>
  names.has(word) || /^[A-Z0-9&/.–-]{2,}s?$/.test(word) || /[a-z][A-Z]/.test(word) || word === "I";

/** The first word of a short English label with an unnecessary capital. */
function wrongCapital(text: string, names: ReadonlySet<string>): string | undefined {
  if (text.length > 60 || /[\n#]/.test(text) || text === text.toUpperCase()) return undefined;
  const laterWords = text.split(/(?<=[.?!:·/])\s+|[“”()]/).flatMap((part) => part.trim().split(/\s+/).slice(1));
  return laterWords
    .map((word) => word.replace(/[’']s$|[,.;:?!…]+$/g, ""))
    .find((word) => /^[A-Z]/.test(word) && !hasCapitalReason(word, names));
}

/** Violations of the glossary and its style in a text, one line each. */
export function violationsIn(
  { path, line, locale, text }: FoundText,
  forbidden: readonly Forbidden[],
  names: ReadonlySet<string>,
): string[] {
  const words = plain(text);
  const forbiddenWords = forbidden
    .filter(({ word }) => isChinese(word) === (locale === "zh"))
    .filter((one) => has(words, one))
    .map(({ word, term }) => `“${word}”; the glossary has ${term}`);
  const style =
    locale === "zh"
      ? chineseMarks.filter(([mark]) => isChinese(words) && mark.test(words)).map(([, fault]) => fault)
      : [
          ...(/\.\.\./.test(words) ? ["an ellipsis of several signs"] : []),
          ...(/\w'/.test(words) ? ["a straight apostrophe"] : []),
          ...(/[，。？！：；（）、]/.test(words) ? ["a Chinese mark"] : []),
          ...[wrongCapital(words, names)].flatMap((word) => (word === undefined ? [] : [`a capital in “${word}”`])),
        ];
  return [...forbiddenWords, ...style].map((fault) => `${path}:${line} ${JSON.stringify(text.slice(0, 70))}: ${fault}`);
}
