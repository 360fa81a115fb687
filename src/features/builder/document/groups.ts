import { addRecords, moveInto, orderAt, removeRecords } from "#kit/edit.ts";
import {
  ancestorsOf,
  type CanvasRecord,
  childrenOf,
  descendantsOf,
  isOnCanvas,
  maxDepth,
  parentOf,
  type PlacedGroup,
} from "#kit/page-tree.ts";
import { versionOf } from "#kit/versioned.ts";
import { groupDefinition } from "#render/group.ts";
import type { DocumentStore } from "./document-store.ts";
import { newRecordId } from "./record-id.ts";
import { selectedTops } from "./selection.ts";

/** Groups that become empty when these records are removed, inner groups first. */
export function emptiedGroups(store: DocumentStore, ids: Iterable<string>): PlacedGroup[] {
  const removedIds = new Set(ids);
  const groups: PlacedGroup[] = [];
  // A removed group may leave its parent group empty, so it is checked too.
  for (const id of removedIds) {
    const record = store.record(id);
    const parent = record === undefined ? undefined : store.record(parentOf(record));
    if (parent?.kind !== "group" || removedIds.has(parent.id)) continue;
    if (!store.children(parent.id).every((child) => removedIds.has(child))) continue;
    removedIds.add(parent.id);
    groups.push(parent);
  }
  return groups;
}

/** The parent and position of a new group: beside its records when they are siblings, else on the canvas, in front of the foremost. */
function placeOf(store: DocumentStore, tops: readonly CanvasRecord[]): { parent: string; index: number } {
  const paths = tops.map(({ id }) => [id, ...ancestorsOf(store.record, id)]);
  const [first = []] = paths;
  const parent = new Set(tops.map(parentOf)).size === 1 ? parentOf(tops[0]!) : first.at(-1)!;
  const places = paths.map((path) => store.children(parent).indexOf(path[path.indexOf(parent) - 1]!));
  return { parent, index: Math.max(...places) + 1 };
}

/** Why the selection cannot be grouped: fewer than two records of a canvas, or nested as deeply as groups may be. */
export function groupObstacle(store: DocumentStore): "few" | "deep" | undefined {
  const tops = selectedTops(store);
  if (tops.length < 2) return "few";
  const all = tops.flatMap((top) => [top, ...descendantsOf(store, top.id)]);
  return all.some(({ id }) => ancestorsOf(store.record, id).length >= maxDepth) ? "deep" : undefined;
}

/** Groups the selection on a canvas, and selects the group. */
export function groupSelected(store: DocumentStore): void {
  if (groupObstacle(store) !== undefined) return;
  const tops = selectedTops(store);
  const { parent, index } = placeOf(store, tops);
  const group: PlacedGroup = {
    kind: "group",
    id: newRecordId({ kind: "group" }),
    order: orderAt(childrenOf(store, parent), index),
    parent,
    ...versionOf(groupDefinition),
    value: structuredClone(groupDefinition.example),
  };
  const emptyGroups = emptiedGroups(
    store,
    tops.map(({ id }) => id),
  );
  const records = [
    ...addRecords([group]).records,
    ...moveInto(tops, { parent: group.id, siblings: [], index: 0 }).records,
    ...removeRecords(emptyGroups).records,
  ];
  store.edit({ records }, { select: [group.id] });
}

/** The groups that are selected. */
export const selectedGroups = (store: DocumentStore): PlacedGroup[] =>
  selectedTops(store).filter((record) => record.kind === "group");

/** Replaces the selected groups by their children, and selects those. */
export function ungroupSelected(store: DocumentStore): void {
  const groups = selectedGroups(store);
  const records = groups.flatMap((group) => {
    const { parent } = group;
    const siblings = childrenOf(store, parent);
    const parts = childrenOf(store, group.id).filter(isOnCanvas);
    const movedRecords = moveInto(parts, { parent, siblings, index: siblings.indexOf(group) + 1 });
    return [...movedRecords.records, ...removeRecords([group]).records];
  });
  const rest = selectedTops(store).filter((record) => record.kind !== "group");
  const parts = [...groups.flatMap(({ id }) => store.children(id)), ...rest.map(({ id }) => id)];
  store.edit({ records }, { select: parts });
}
