import type { EntityDefinition } from "#kit/entity.ts";

/** Text as search compares it: compatibility forms, width and case folded, blanks as one. */
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
 * Numbers the pieces of a field's text for the index: 53 bits of two hashes, so wide that two pieces never share one and the index
 * alone answers. They carry their tenant and field: no search reads through another's entries.
 */
function numbering(scope: string, field: string): (piece: string) => number {
  const [high, low] = [0x811c9dc5, 0x9e3779b9].map((start) => hash(`${scope}${field}\n`, start)) as [number, number];
  return (piece) => (hash(piece, high) >>> 11) * 2 ** 32 + hash(piece, low);
}

/** Every two neighbouring characters; characters, not code units, so that rare Chinese ones stay whole. */
function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** Whose entries are numbered apart: those of a space, and of each of its own entities. */
export const searchScope = ({ stored }: Pick<EntityDefinition, "stored">, tenantId: string): string =>
  stored === undefined ? tenantId : `${tenantId}${stored.id}.`;

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Pieces that one search asks for at most: beyond that it is narrow enough. */
const maxPieces = 24;

/** Every second pair and the last: neighbouring pairs share a character, so half of them select nearly as well in half the time. */
const everySecondItem = <T>(items: readonly T[]): T[] =>
  items.filter((_, index) => index % 2 === 0 || index === items.length - 1);

/** Index entries that a row must have so that `field` contains `text`; none for blank text. */
export function entriesFor(scope: string, field: string, text: string): number[] {
  const characters = [...fold(text).trim()];
  const pieces = characters.length > 1 ? everySecondItem(pairs(characters)) : characters;
  return [...new Set(pieces)].slice(0, maxPieces).map(numbering(scope, field));
}

/** Whether one index entry decides the match. The pairs of a longer text may stand apart in a row, so its text is compared too. */
export const isOnePiece = (text: string) => [...fold(text).trim()].length <= 2;

export type SearchColumns = {
  /** The folded text of each searchable field, all languages, a line each. */
  search_text: Record<string, string>;
  /** Entries for every character and every pair of them, by field. */
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
    const pieces = texts
      .map((text) => [...text])
      .flatMap((characters) => [...characters.filter((character) => character !== " "), ...pairs(characters)]);
    return [...new Set(pieces)].map(numbering(searchScope(entity, tenantId), field));
  });
  return {
    search_text: Object.fromEntries(foldedTexts.map(([field, texts]) => [field, texts.join("\n")])),
    search: [...new Set(entries)],
  };
}
