/** The allowed imports between the shelves of `src`, and between the rooms of a shelf, parsed from docs/architecture.md. */
export type Arrows = {
  shelves: ReadonlySet<string>;
  mayImport: (from: string, to: string) => boolean;
  /** The rooms of a shelf that has rooms, by shelf. */
  rooms: ReadonlyMap<string, Chain>;
};

/** The allowed imports of one table. A name may import every name to its left. */
export type Chain = { names: ReadonlySet<string>; mayImport: (from: string, to: string) => boolean };

/** The shelf of a file. Every feature is a shelf: `features/auth`. */
export function shelfOf(file: string): string {
  const parts = file.split("/");
  if (parts[0] !== "src" || parts.length === 2) return "root";
  return parts[1] === "features" ? parts.slice(1, 3).join("/") : parts[1]!;
}

/** The folder of a file within its shelf, or `root` for a file in the shelf itself. A room's calls belong to the room. */
export function roomOf(file: string): string {
  const parts = file.slice(`src/${shelfOf(file)}/`.length).split("/");
  return parts.length === 1 ? "root" : parts[0]!;
}

/** The name of a shelf in the tables, which list all features under one name. */
const nameInTable = (shelf: string) => (shelf.startsWith("features/") ? "features" : shelf);

/** Reads lines such as `kit <- ui <- { fields, widgets, nodes } <- render`. */
function readChains(chains: readonly string[]): Chain {
  const allowed = new Map<string, Set<string>>();
  for (const chain of chains) {
    const steps = chain.split("<-").map((step) => step.match(/[\w-]+/g) ?? []);
    for (const [index, step] of steps.entries()) {
      const earlier = steps.slice(0, index).flat();
      for (const name of step) allowed.set(name, new Set([...(allowed.get(name) ?? []), ...earlier]));
    }
  }
  return {
    names: new Set(allowed.keys()),
    mayImport: (from, to) => from === to || allowed.get(from)?.has(to) === true,
  };
}

/** Reads the tables of docs/architecture.md: `browser:` and `server:` for shelves, `rooms of <shelf>:` for the rooms of one. */
export function readArrows(page: string): Arrows {
  const shelves = readChains([...page.matchAll(/^(?:browser|server):(.*<-.*)$/gm)].map(([, chain]) => chain!));
  const rooms = [...page.matchAll(/^rooms of ([\w/-]+):(.*<-.*)$/gm)];
  return {
    shelves: shelves.names,
    mayImport: (from, to) => from === to || shelves.mayImport(nameInTable(from), nameInTable(to)),
    rooms: new Map(rooms.map(([, shelf, chain]) => [shelf!, readChains([chain!])])),
  };
}
