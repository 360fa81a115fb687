import type { EntityDefinition } from "#kit/entity.ts";

/** Folds a text for searching: compatibility forms, width, case and spaces. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

/** FNV-1a, 32 bits, from a given offset basis. */
function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/**
 * Numbers the n-grams of a field's text for the index: 53 bits of two hashes, enough to rule out collisions, so that the index alone answers. Numbers
 * depend on tenant and field, so that no search matches entries of another.
 */
function numbering(scope: string, field: string): (gram: string) => number {
  const [high, low] = [0x811c9dc5, 0x9e3779b9].map((start) => hash(`${scope}${field}\n`, start)) as [number, number];
  return (piece) => (hash(piece, high) >>> 11) * 2 ** 32 + hash(piece, low);
}

/** Every two neighbouring characters; characters, not code units, so that rare Chinese ones stay whole. */
function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The first code point of scripts whose words have one or two characters. Letters, digits, signs and spaces are below. */
const firstWide = 0x2e80;
const isNarrow = (character: string) => character.codePointAt(0)! < firstWide;

/** Length of long n-grams. Most pairs of letters occur in nearly every text; most groups of four only in texts that contain the word. */
const gramLength = 4;

type Run = { start: number; end: number };

/** Runs of at least four narrow characters, within words and across them; `end` is exclusive. */
function narrowRuns(characters: readonly string[]): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let place = 0; place <= characters.length; place += 1) {
    if (place < characters.length && isNarrow(characters[place]!)) continue;
    if (place - start >= gramLength) runs.push({ start, end: place });
    start = place + 1;
  }
  return runs;
}

/** The positions at which a long n-gram begins. */
const longPlaces = (characters: readonly string[]): number[] =>
  narrowRuns(characters).flatMap(({ start, end }) =>
    Array.from({ length: end - start - gramLength + 1 }, (_, index) => start + index),
  );
const longGram = (characters: readonly string[], place: number) => characters.slice(place, place + gramLength).join("");

/** The letters and digits, folded, of scripts that separate words by blanks: as here, so in PostgreSQL's expressions. */
const [anyWord, oneWord] = [/[0-9a-z\u00c0-\u1fff]+/gu, /^[0-9a-z\u00c0-\u1fff]{1,64}$/u];
const wordCharacters = "0-9a-z\\u00c0-\\u1fff";

/** Whether a folded text is one word, which can match as a whole word. */
export const isWord = (text: string): boolean => oneWord.test(text);

/** A PostgreSQL regular expression for a whole word. */
export const wholeWordPattern = (word: string): string => `(^|[^${wordCharacters}])${word}([^${wordCharacters}]|$)`;

/** The extra n-gram of a whole word. A line break cannot occur in a text. */
const wholeWord = (word: string) => `\n${word}`;

/** The index entry of rows with a whole word in `field`. */
export const wholeWordEntry = (scope: string, field: string, word: string): number =>
  numbering(scope, field)(wholeWord(word));

/** Scope of index entries: those of a space, and those of each of its own entities. */
export const searchScope = ({ stored }: Pick<EntityDefinition, "stored">, tenantId: string): string =>
  stored === undefined ? tenantId : `${tenantId}${stored.id}.`;

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Maximum n-grams of a search: more are not needed to narrow it down. */
const maxGrams = 24;

/** Every second pair and the last: neighbouring pairs share a character, so half of them select nearly as well in half the time. */
const everySecondItem = <T>(items: readonly T[]): T[] =>
  items.filter((_, index) => index % 2 === 0 || index === items.length - 1);

/** Characters between two long n-grams that may stay uncovered: covering so few hardly selects better, and each n-gram costs time. */
const maxGap = 2;

/**
 * Positions of the long n-grams to look for in a run: those across a word boundary, which are far rarer than the words themselves, and enough between
 * them to leave no gap.
 */
function wantedPlaces(characters: readonly string[], { start, end }: Run): number[] {
  const last = end - gramLength;
  const starts: number[] = [];
  let covered = start;
  for (let stop = start; stop <= end; stop += 1) {
    const isJoin = stop <= last && characters[stop + 2] === " ";
    if (!isJoin && stop < end) continue;
    while (stop - covered > maxGap) covered = starts[starts.push(Math.min(covered, last)) - 1]! + gramLength;
    if (isJoin) covered = starts[starts.push(stop) - 1]! + gramLength;
  }
  return starts;
}

/** The n-grams to look for: long ones in narrow text, pairs in and next to wide characters. */
function gramsOf(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  const runs = narrowRuns(characters);
  const long = runs.flatMap((run) => wantedPlaces(characters, run)).map((place) => longGram(characters, place));
  const isInRun = (place: number) => runs.some(({ start, end }) => place >= start && place + 1 < end);
  return [...long, ...everySecondItem(pairs(characters).filter((_, place) => !isInRun(place)))];
}

/** Index entries that a row must have so that `field` contains `text`; none for blank text. */
export function entriesFor(scope: string, field: string, text: string): number[] {
  const grams = gramsOf([...fold(text).trim()]);
  return [...new Set(grams)].slice(0, maxGrams).map(numbering(scope, field));
}

/** Whether one index entry decides the match. The n-grams of a longer text may occur apart in a row, so the text is compared as well. */
export function isSingleGram(text: string): boolean {
  const characters = [...fold(text).trim()];
  return characters.length <= 2 || (characters.length === gramLength && characters.every(isNarrow));
}

export type SearchColumns = {
  /** The folded text of each searchable field, all languages, a line each. */
  search_text: Record<string, string>;
  /** Index entries for every character, every pair, every four narrow characters and every word, by field. */
  search: number[];
};

/** The search columns of the words of a row (architecture: data). */
export function searchColumns(
  entity: EntityDefinition,
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
        ...longPlaces(characters).map((place) => longGram(characters, place)),
        ...(text.match(anyWord) ?? []).filter(isWord).map(wholeWord),
      ];
    });
    return [...new Set(grams)].map(numbering(searchScope(entity, tenantId), field));
  });
  return {
    search_text: Object.fromEntries(foldedTexts.map(([field, texts]) => [field, texts.join("\n")])),
    search: [...new Set(entries)],
  };
}
