import { firstCharacters } from "#kit/text-length.ts";

/** Maximum length of a query value; longer ones are truncated. */
const maxValueLength = 100;
/** A URL must not be truncated, because it would lead elsewhere: a longer one counts as absent. */
const maxUrlLength = 2000;

/** A query value for pages: trimmed, non-empty and of limited length. `url` is an address, everything else is text. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim() ?? "";
  if (value === "" || (name === "url" && value.length > maxUrlLength)) return undefined;
  return name === "url" ? value : firstCharacters(value, maxValueLength);
}

/** The query parameters in `names`, normalized: "" or "?id=7&q=...". */
export function partOf(search: string, names: readonly string[]): string {
  if (search === "" || names.length === 0) return "";
  const parts = new URLSearchParams();
  for (const name of names) {
    const value = queryValue(search, name);
    if (value !== undefined) parts.set(name, value);
  }
  return parts.size === 0 ? "" : `?${parts.toString()}`;
}
