import { uuidPattern } from "#server/process/id.server.ts";
import { later, type Position } from "./position.server.ts";

/** The most spaces with a floor of their own; with more, the last position is the floor of all. */
const maxSpaces = 10_000;

/** What stands for all spaces. */
const everywhere = "*";

/** The space of a tag; `*` for a tag that does not begin with one. */
function spaceOf(tag: string): string {
  const tenantId = tag.split(":", 1)[0]!;
  return uuidPattern.test(tenantId) ? tenantId : everywhere;
}

/** The positions that a replica must have reached to answer in this process, by space. */
export type Floors = {
  /** The floor of a space; undefined while it is not known, so that only the primary may answer. */
  of: (tenantId: string) => Position | undefined;
  /**
   * Raises the floors of the spaces of announced tags, before anything can be cached again. `position`: that of the commit; undefined if another process
   * made it: then the floors are unknown until the primary has been asked.
   */
  raise: (tags: readonly string[], position?: Position) => void;
  /** Asks for floors that are unknown because the primary could not be asked. */
  settle: () => void;
};

/** @param readPosition reads the position of the primary */
export function createFloors(readPosition: () => Promise<Position>): Floors {
  const floors = new Map<string, Position>();
  /** The floor of all spaces; at first unknown. */
  let base: Position | undefined;
  /** The last position of all. */
  let highest: Position | undefined;
  let unasked = new Set([everywhere]);
  let asked = new Set<string>();

  function set(space: string, position: Position): void {
    highest = later(highest, position);
    if (space === everywhere || floors.size >= maxSpaces) {
      base = highest;
      floors.clear();
    } else floors.set(space, later(floors.get(space), position)!);
  }

  /** One question at a time; what is announced meanwhile needs another, because its commit may be later than the answer. */
  async function ask(): Promise<void> {
    if (asked.size > 0) return;
    while (unasked.size > 0) {
      [asked, unasked] = [unasked, new Set()];
      try {
        const position = await readPosition();
        for (const space of asked) set(space, position);
      } catch {
        for (const space of asked) unasked.add(space);
        return;
      } finally {
        asked = new Set();
      }
    }
  }

  const isUnknown = (space: string) => unasked.has(space) || asked.has(space);

  return {
    of(tenantId) {
      if (base === undefined || isUnknown(everywhere) || isUnknown(tenantId)) return undefined;
      return later(base, floors.get(tenantId));
    },
    raise(tags, position) {
      for (const space of tags.map(spaceOf)) {
        if (position !== undefined) set(space, position);
        else unasked.add(unasked.size < maxSpaces ? space : everywhere);
      }
      if (unasked.size > 0) void ask();
    },
    settle: () => void ask(),
  };
}
