import type { EntityDefinition } from "#kit/entity.ts";

/** Text as search compares it: compatibility forms, width and case folded, blanks as one. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

/** FNV-1a, 32 bits: what an index entry is made of. Two pieces may share a number; the text itself is compared afterwards. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}

/** Numbers carry their tenant, so that one tenant's search never reads through another's entries. */
const entryOf = (tenantId: string, piece: string) => hash(tenantId + piece);

/** Every two neighbouring characters; characters, not code units, so that rare Chinese ones stay whole. */
function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Pieces that one search asks for at most: beyond that it is narrow enough. */
const mostPieces = 24;

/** The index entries that a row must have to contain `text`; none for blank text. */
export function entriesFor(tenantId: string, text: string): number[] {
  const characters = [...fold(text).trim()];
  const pieces = characters.length > 1 ? pairs(characters) : characters;
  return [...new Set(pieces)].slice(0, mostPieces).map((piece) => entryOf(tenantId, piece));
}

export type SearchColumns = {
  /** The folded text of each searchable field, all languages, a line each. */
  search_text: Record<string, string>;
  /** Entries for every character and every pair of them. */
  search: number[];
};

/** The search columns of a row (architecture: data). */
export function searchColumns(
  entity: EntityDefinition,
  tenantId: string,
  row: Readonly<Record<string, unknown>>,
): SearchColumns {
  const folded = (entity.searchable ?? []).map((field) => [field, textsOf(row[field]).map(fold)] as const);
  const pieces = folded
    .flatMap(([, texts]) => texts.map((text) => [...text]))
    .flatMap((characters) => [...characters.filter((character) => character !== " "), ...pairs(characters)]);
  return {
    search_text: Object.fromEntries(folded.map(([field, texts]) => [field, texts.join("\n")])),
    search: [...new Set([...new Set(pieces)].map((piece) => entryOf(tenantId, piece)))],
  };
}
