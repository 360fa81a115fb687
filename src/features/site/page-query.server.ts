import { firstCharacters } from "#kit/text-length.ts";

/** Characters of a query value; longer ones are cut. */
const maxValueLength = 100;
/** A URL must not be cut, because it would lead elsewhere: a longer one counts as absent. */
const maxUrlLength = 2000;

/** A value of a query as pages get it: trimmed, not empty and of limited length. `url` is an address, everything else text. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim() ?? "";
  if (value === "" || (name === "url" && value.length > maxUrlLength)) return undefined;
  return name === "url" ? value : firstCharacters(value, maxValueLength);
}

/** Those parts of a query that `names` name, in one spelling: "" or "?id=7&q=...". */
export function partOf(search: string, names: readonly string[]): string {
  if (search === "" || names.length === 0) return "";
  const parts = new URLSearchParams();
  for (const name of names) {
    const value = queryValue(search, name);
    if (value !== undefined) parts.set(name, value);
  }
  return parts.size === 0 ? "" : `?${parts.toString()}`;
}
