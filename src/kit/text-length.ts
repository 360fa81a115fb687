/** Lengths of texts are in Unicode code points, as in zod and PostgreSQL: an emoji is one character, though JavaScript and HTML count two units. */

/** The `maxlength` of an input for `max` characters: HTML counts UTF-16 units. The check of the value refuses what is too long. */
export const maxLengthAttribute = (max: number): number => 2 * max;

/** The first `max` characters of a text, without splitting a surrogate pair. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const units = text.slice(0, maxLengthAttribute(max));
  return [...units].slice(0, max).join("");
}

/** The text in at most `max` characters, followed by an ellipsis if it was cut (B-283). */
export function shorten(text: string, max = 100): string {
  const start = firstCharacters(text, max);
  return start === text ? text : `${start}…`;
}
