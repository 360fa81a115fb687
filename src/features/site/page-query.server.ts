/** The longest value of a query that counts. */
const longest = 100;

/** A value of a query as pages get it: trimmed, not empty, not endless. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim().slice(0, longest);
  return value === "" ? undefined : value;
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
