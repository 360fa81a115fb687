import { firstCharacters } from "#kit/text-length.ts";

/** Maximum length of a query value; longer ones are truncated. */
const maxValueLength = 100;
/** Maximum length of a URL in the query. A longer one counts as absent, because a truncated one would lead elsewhere. */
const maxUrlLength = 2000;

/** A query value for pages, trimmed and limited in length; undefined if it is empty. The parameter `url` holds a URL, every other one text. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim() ?? "";
  if (value === "" || (name === "url" && value.length > maxUrlLength)) return undefined;
  return name === "url" ? value : firstCharacters(value, maxValueLength);
}

/** The query with only the parameters in `names`, normalized: "" or "?id=7&q=...". */
export function normalizedQuery(search: string, names: readonly string[]): string {
  if (search === "" || names.length === 0) return "";
  const parameters = new URLSearchParams();
  for (const name of names) {
    const value = queryValue(search, name);
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}
