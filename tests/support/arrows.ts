/** Which shelf of `src` may import which, read from the table in docs/architecture.md: the page and the check cannot drift apart. */
export type Arrows = { shelves: ReadonlySet<string>; mayImport: (from: string, to: string) => boolean };

/** Folders of features do not see one another, so each is a shelf of its own: `features/auth`. */
export function shelfOf(file: string): string {
  const parts = file.split("/");
  if (parts[0] !== "src" || parts.length === 2) return "root";
  return parts[1] === "features" ? parts.slice(1, 3).join("/") : parts[1]!;
}

const family = (shelf: string) => (shelf.startsWith("features/") ? "features" : shelf);

/** Reads lines such as `browser:  kit <- ui <- { fields, widgets, nodes } <- render`. */
export function readArrows(page: string): Arrows {
  const chains = [...page.matchAll(/^(?:browser|server):(.*<-.*)$/gm)].map(([, chain]) =>
    chain!.split("<-").map((step) => step.match(/\w+/g) ?? []),
  );
  const allowed = new Map<string, Set<string>>();
  for (const chain of chains) {
    for (const [at, step] of chain.entries()) {
      const earlier = chain.slice(0, at).flat();
      for (const shelf of step) allowed.set(shelf, new Set([...(allowed.get(shelf) ?? []), ...earlier]));
    }
  }
  return {
    shelves: new Set(allowed.keys()),
    mayImport: (from, to) => from === to || allowed.get(family(from))?.has(family(to)) === true,
  };
}
