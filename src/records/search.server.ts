import type { EntityDefinition } from "#kit/entity.ts";

/** Text as search compares it: compatibility forms, width and case folded. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Every two neighbouring characters, each once: what the index of `contains` is made of, two Chinese characters upwards. */
export function bigrams(text: string): string[] {
  const characters = [...fold(text).replace(/\s+/g, " ")];
  return [...new Set(characters.slice(1).map((character, index) => characters[index]! + character))];
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** The search columns of a row: all searchable fields in all languages. */
export function searchColumns(entity: EntityDefinition, row: Readonly<Record<string, unknown>>): { search_text: string; search: string[] } {
  const texts = (entity.searchable ?? []).flatMap((field) => textsOf(row[field]));
  return { search_text: fold(texts.join("\n")), search: [...new Set(texts.flatMap(bigrams))] };
}
