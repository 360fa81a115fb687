/** The parts of addresses that pages depend on: a page differs only by what its widgets asked for when it was made. */
export type PageQueries = {
  /** Those parts of the query that the page at `path` is known to depend on, as links write them: "" or "?id=7&q=...". */
  known: (path: string, search: string) => string;
  /** Remembers what the page at `path` asked for. */
  learn: (path: string, names: readonly string[]) => void;
};

/** Paths whose names are remembered, and the longest value that counts. */
const most = 5000;
const longest = 100;

/** A value of a query as pages get it: trimmed, not empty, not endless. */
export function queryValue(search: string, name: string): string | undefined {
  const value = new URLSearchParams(search).get(name)?.trim().slice(0, longest);
  return value === "" ? undefined : value;
}

/** Those parts of a query that `names` name, in one spelling. */
export function partOf(search: string, names: readonly string[]): string {
  const parts = new URLSearchParams();
  for (const name of names) {
    const value = queryValue(search, name);
    if (value !== undefined) parts.set(name, value);
  }
  return parts.size === 0 ? "" : `?${parts.toString()}`;
}

export function createPageQueries(): PageQueries {
  const names = new Map<string, readonly string[]>();
  return {
    known(path, search) {
      if (search === "") return "";
      const asked = names.get(path);
      return asked === undefined ? "" : partOf(search, asked);
    },
    learn(path, asked) {
      if (asked.length === 0) return;
      if (names.size >= most) names.clear();
      names.set(path, [...new Set([...(names.get(path) ?? []), ...asked])].toSorted());
    },
  };
}
