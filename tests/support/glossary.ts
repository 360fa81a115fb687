import type { FoundText } from "./texts.ts";

/** A word that texts may not contain, the term to use instead, and phrases in which the word is allowed. */
export type ForbiddenWord = { word: string; term: string; except: string[] };

/** The words in backquotes. */
const quotedWords = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/** The terms and the forbidden words of the glossary's tables. */
export function readGlossary(markdown: string): { terms: string[]; forbidden: ForbiddenWord[] } {
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
      quotedWords(not ?? "").map((word) => ({ word, term: `${zh} = ${en}`, except: quotedWords(except ?? "") })),
    ),
  };
}

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text);

const escapeExpression = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether `text` contains `word`: an English word as a whole and in any letter case, a Chinese word anywhere. */
function containsWord(text: string, { word, except }: ForbiddenWord): boolean {
  const remaining = except.reduce(
    (result, phrase) => result.replaceAll(new RegExp(`${escapeExpression(phrase)}s?`, "gi"), ""),
    text,
  );
  if (isChinese(word)) return remaining.includes(word);
  return new RegExp(`(?<![\\w/#-])${escapeExpression(word)}(?![\\w-])`, "i").test(remaining);
}

/** The text without URLs, code and the targets of Markdown links. */
const proseOf = (text: string): string =>
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

/** Whether a word may have a capital inside a sentence, as a name or an abbreviation. */
const mayHaveCapital = (word: string, names: ReadonlySet<string>): boolean =>
  names.has(word) || /^[A-Z0-9&/.–-]{2,}s?$/.test(word) || /[a-z][A-Z]/.test(word) || word === "I";

/** The first word of a short English label that has an unnecessary capital. */
function wrongCapital(text: string, names: ReadonlySet<string>): string | undefined {
  if (text.length > 60 || /[\n#]/.test(text) || text === text.toUpperCase()) return undefined;
  const laterWords = text.split(/(?<=[.?!:·/])\s+|[“”()]/).flatMap((part) => part.trim().split(/\s+/).slice(1));
  return laterWords
    .map((word) => word.replace(/[’']s$|[,.;:?!…]+$/g, ""))
    .find((word) => /^[A-Z]/.test(word) && !mayHaveCapital(word, names));
}

/** Violations of the glossary and its style in a text, one line each. */
export function violationsIn(
  { path, line, locale, text }: FoundText,
  forbidden: readonly ForbiddenWord[],
  names: ReadonlySet<string>,
): string[] {
  const prose = proseOf(text);
  const forbiddenWords = forbidden
    .filter(({ word }) => isChinese(word) === (locale === "zh"))
    .filter((entry) => containsWord(prose, entry))
    .map(({ word, term }) => `“${word}”; the glossary has ${term}`);
  const style =
    locale === "zh"
      ? chineseMarks.filter(([mark]) => isChinese(prose) && mark.test(prose)).map(([, problem]) => problem)
      : [
          ...(/\.\.\./.test(prose) ? ["an ellipsis of several signs"] : []),
          ...(/\w'/.test(prose) ? ["a straight apostrophe"] : []),
          ...(/[，。？！：；（）、]/.test(prose) ? ["a Chinese mark"] : []),
          ...[wrongCapital(prose, names)].flatMap((word) => (word === undefined ? [] : [`a capital in “${word}”`])),
        ];
  return [...forbiddenWords, ...style].map(
    (problem) => `${path}:${line} ${JSON.stringify(text.slice(0, 70))}: ${problem}`,
  );
}
