import type { CallOutput } from "#kit/call.ts";
import { menuEntryKey, menuEntryName } from "#kit/menu.ts";
import { type MenuName, menus } from "#kit/menus.ts";
import type { Text } from "#kit/text.ts";
import { randomId } from "#ui/random-id.ts";

export type Arrangement = CallOutput<"GET paas/menu/arrangement">;
type StoredGroup = Arrangement["groups"][number];
export type DraftEntry = StoredGroup["entries"][number];
/** A group of the menu that is being edited. `id`: identifies it on this screen. */
export type DraftGroup = StoredGroup & { id: string };
export type Draft = readonly DraftGroup[];
export type TargetChoice = Arrangement["targets"][number];

/** The place of an entry in the menu. */
export type Place = { group: number; entry: number };

/** The directions in which an entry can move: by one place, or to the group above or below. */
export type Direction = "up" | "down" | "previousGroup" | "nextGroup";

export const draftOf = (groups: readonly StoredGroup[]): Draft => groups.map((group) => ({ ...group, id: randomId() }));

export const groupsOf = (draft: Draft): StoredGroup[] =>
  draft.map(({ group, name, entries }) => ({ group, name, entries }));

/** A new group of the space. */
export const newGroup = (name: DraftGroup["name"]): DraftGroup => ({ id: randomId(), group: null, name, entries: [] });

export const withEntries = (draft: Draft, index: number, entries: DraftEntry[]): Draft =>
  draft.with(index, { ...draft[index]!, entries });

/** Moves an entry: `to` is its place once it is no longer at `from`. */
export function moveEntry(draft: Draft, from: Place, to: Place): Draft {
  const entry = draft[from.group]!.entries[from.entry]!;
  const rest = withEntries(draft, from.group, draft[from.group]!.entries.toSpliced(from.entry, 1));
  return withEntries(rest, to.group, rest[to.group]!.entries.toSpliced(to.entry, 0, entry));
}

/** Where a step in a direction leads an entry; undefined at the edge of the menu. */
export function stepFrom(draft: Draft, { group, entry }: Place, direction: Direction): Place | undefined {
  const lastEntry = draft[group]!.entries.length - 1;
  if (direction === "up" && entry > 0) return { group, entry: entry - 1 };
  if (direction === "down" && entry < lastEntry) return { group, entry: entry + 1 };
  const isBack = direction === "up" || direction === "previousGroup";
  const next = isBack ? group - 1 : group + 1;
  const nextGroup = draft[next];
  return nextGroup && { group: next, entry: isBack ? nextGroup.entries.length : 0 };
}

/** Moves a group to another place; the same draft if there is no such place. */
export function moveGroup(draft: Draft, from: number, to: number): Draft {
  if (from === to || to < 0 || to >= draft.length) return draft;
  return draft.toSpliced(from, 1).toSpliced(to, 0, draft[from]!);
}

/** The place of an entry by its key. */
export function placeOf(draft: Draft, key: string): Place | undefined {
  const group = draft.findIndex(({ entries }) => entries.some((entry) => menuEntryKey(entry) === key));
  return group === -1
    ? undefined
    : { group, entry: draft[group]!.entries.findIndex((entry) => menuEntryKey(entry) === key) };
}

const noName: Text = { zh: "", en: "" };

/** The default name of a group: that of the program, empty for a group of the space. */
export function defaultGroupName(menu: MenuName, { group }: Pick<DraftGroup, "group">): Text {
  const names: Record<string, Text> = menus[menu].groups;
  return group !== null && Object.hasOwn(names, group) ? names[group]! : noName;
}

export const groupName = (menu: MenuName, group: DraftGroup): Text =>
  menuEntryName(group.name, defaultGroupName(menu, group));

/** The name of an entry, as the menu shows it. */
export const entryName = (entry: DraftEntry, choice: TargetChoice | undefined): Text =>
  menuEntryName(entry.name, choice?.name ?? noName);
