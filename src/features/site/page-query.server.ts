/** The longest value of a query that counts: words are cut there. */
const longest = 100;
/** A URL must not be cut, because it would lead elsewhere: a longer one counts as absent. */
const longestUrl = 2000;

/** A value of a query as pages get it: trimmed, not empty, not endless. `url` is an address, everything else words. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim() ?? "";
  if (value === "" || (name === "url" && value.length > longestUrl)) return undefined;
  return name === "url" ? value : value.slice(0, longest);
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
