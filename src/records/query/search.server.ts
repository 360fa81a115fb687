import type { EntityDefinition } from "#kit/entity.ts";

/** Folds a text for searching: compatibility forms, width, case and spaces. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

/** FNV-1a, 32 bits. */
function hash(text: string, offsetBasis: number): number {
  let value = offsetBasis;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/**
 * Returns the function that numbers the n-grams of a field for the index: 53 bits of two hashes make collisions so unlikely that a match in the index
 * needs no comparison. Numbers depend on scope and field, so that no search matches entries of another scope or field.
 */
function gramNumbering(scope: string, field: string): (gram: string) => number {
  // The offset basis of FNV-1a, and another arbitrary one.
  const [high, low] = [0x811c9dc5, 0x9e3779b9].map((basis) => hash(`${scope}${field}\n`, basis)) as [number, number];
  return (gram) => (hash(gram, high) >>> 11) * 2 ** 32 + hash(gram, low);
}

/** Every two neighbouring characters. Characters rather than code units: rare Chinese characters have two code units. */
function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The first code point of scripts whose words have one or two characters, such as Chinese. "Narrow" characters are below. */
const firstWideCodePoint = 0x2e80;
const isNarrow = (character: string) => character.codePointAt(0)! < firstWideCodePoint;

/** Length of long n-grams. Most pairs of letters occur in nearly every text; most groups of four only in texts that contain the word. */
const gramLength = 4;

type Run = { start: number; end: number };

/** Runs of at least four narrow characters, within words and across them; `end` is exclusive. */
function narrowRuns(characters: readonly string[]): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let position = 0; position <= characters.length; position += 1) {
    if (position < characters.length && isNarrow(characters[position]!)) continue;
    if (position - start >= gramLength) runs.push({ start, end: position });
    start = position + 1;
  }
  return runs;
}

/** The positions at which n-grams of `gramLength` characters begin. */
const longGramStarts = (characters: readonly string[]): number[] =>
  narrowRuns(characters).flatMap(({ start, end }) =>
    Array.from({ length: end - start - gramLength + 1 }, (_, index) => start + index),
  );
const longGram = (characters: readonly string[], position: number) =>
  characters.slice(position, position + gramLength).join("");

/** Words of scripts that separate words by spaces: folded letters and digits. */
const wordsPattern = /[0-9a-z\u00c0-\u1fff]+/gu;
const singleWordPattern = /^[0-9a-z\u00c0-\u1fff]{1,64}$/u;
/** The same characters for regular expressions of PostgreSQL. */
const wordCharacters = "0-9a-z\\u00c0-\\u1fff";

/** Whether a folded text is one word, which can match as a whole word. */
export const isWord = (text: string): boolean => singleWordPattern.test(text);

/** A PostgreSQL regular expression for a whole word. */
export const wholeWordPattern = (word: string): string => `(^|[^${wordCharacters}])${word}([^${wordCharacters}]|$)`;

/** The extra n-gram of a whole word, marked by a line break, which folded texts do not contain. */
const wholeWordGram = (word: string) => `\n${word}`;

/** The index entry of rows with a whole word in `field`. */
export const wholeWordEntry = (scope: string, field: string, word: string): number =>
  gramNumbering(scope, field)(wholeWordGram(word));

/** The scope of index entries: the space or, for an entity that the space defined, that entity. */
export const searchScope = ({ stored }: Pick<EntityDefinition, "stored">, tenantId: string): string =>
  stored === undefined ? tenantId : `${tenantId}${stored.id}.`;

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Maximum n-grams of a search: more would hardly exclude further rows. */
const maxGrams = 24;

/** Every second pair and the last: neighbouring pairs share a character, so half of them select nearly as well in half the time. */
const everySecondItem = <T>(items: readonly T[]): T[] =>
  items.filter((_, index) => index % 2 === 0 || index === items.length - 1);

/** Up to this many characters between two long n-grams stay uncovered: another n-gram would exclude few rows, and each costs time. */
const maxGap = 2;

/**
 * Positions of the long n-grams to search for in a run: those across a word boundary, which are far rarer than the words themselves, and between them
 * enough to leave no gap of more than `maxGap` characters.
 */
function longGramsToFind(characters: readonly string[], { start, end }: Run): number[] {
  const last = end - gramLength;
  const starts: number[] = [];
  let covered = start;
  const add = (position: number) => {
    starts.push(position);
    covered = position + gramLength;
  };
  for (let stop = start; stop <= end; stop += 1) {
    const isAcrossWords = stop <= last && characters[stop + 2] === " ";
    if (!isAcrossWords && stop < end) continue;
    while (stop - covered > maxGap) add(Math.min(covered, last));
    if (isAcrossWords) add(stop);
  }
  return starts;
}

/** The n-grams to search for: long ones in runs of narrow characters, pairs elsewhere. */
function gramsOf(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  const runs = narrowRuns(characters);
  const long = runs
    .flatMap((run) => longGramsToFind(characters, run))
    .map((position) => longGram(characters, position));
  const isInRun = (position: number) => runs.some(({ start, end }) => position >= start && position + 1 < end);
  return [...long, ...everySecondItem(pairs(characters).filter((_, position) => !isInRun(position)))];
}

/** Index entries that a row must have so that `field` contains `text`; none for blank text. */
export function entriesFor(scope: string, field: string, text: string): number[] {
  const grams = gramsOf([...fold(text).trim()]);
  return [...new Set(grams)].slice(0, maxGrams).map(gramNumbering(scope, field));
}

/** Whether one index entry decides the match. The n-grams of a longer text may occur apart in a row, so the text is compared as well. */
export function isSingleGram(text: string): boolean {
  const characters = [...fold(text).trim()];
  return characters.length <= 2 || (characters.length === gramLength && characters.every(isNarrow));
}

export type SearchColumns = {
  /** The folded text of each searchable field, one line per language. */
  search_text: Record<string, string>;
  /** Index entries for every character, every pair, every four narrow characters and every word, by field. */
  search: number[];
};

/** The search columns of a row with plain texts (docs/architecture.md, Data). */
export function searchColumns(
  entity: Pick<EntityDefinition, "searchable" | "stored">,
  tenantId: string,
  row: Readonly<Record<string, unknown>>,
): SearchColumns {
  const foldedTexts = (entity.searchable ?? []).map((field) => [field, textsOf(row[field]).map(fold)] as const);
  const entries = foldedTexts.flatMap(([field, texts]) => {
    const grams = texts.flatMap((text) => {
      const characters = [...text];
      return [
        ...characters.filter((character) => character !== " "),
        ...pairs(characters),
        ...longGramStarts(characters).map((position) => longGram(characters, position)),
        ...(text.match(wordsPattern) ?? []).filter(isWord).map(wholeWordGram),
      ];
    });
    return [...new Set(grams)].map(gramNumbering(searchScope(entity, tenantId), field));
  });
  return {
    search_text: Object.fromEntries(foldedTexts.map(([field, texts]) => [field, texts.join("\n")])),
    search: [...new Set(entries)],
  };
}
