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
import { versionEntry } from "#kit/versioned.ts";
import { groupDefinition } from "#render/group.ts";
import type { DocumentStore } from "./document-store.ts";
import { newRecordId } from "./record-id.ts";
import { isLocked, outermostSelected } from "./selection.ts";

/**
 * The groups that become empty when the records with these ids are removed, inner groups first. `target`: where the records go; it stays, with all
 * that contains it.
 */
export function emptiedGroups(store: DocumentStore, ids: Iterable<string>, target?: string): PlacedGroup[] {
  const removedIds = new Set(ids);
  const staying = new Set(target === undefined ? [] : [target, ...ancestorsOf(store.record, target)]);
  const groups: PlacedGroup[] = [];
  // The loop also visits the groups added to the set: removing a group may leave its parent group empty.
  for (const id of removedIds) {
    const record = store.record(id);
    const parent = record === undefined ? undefined : store.record(parentOf(record));
    if (parent?.kind !== "group" || removedIds.has(parent.id) || staying.has(parent.id)) continue;
    if (!store.children(parent.id).every((child) => removedIds.has(child))) continue;
    removedIds.add(parent.id);
    groups.push(parent);
  }
  return groups;
}

/** The parent and index of a new group: in front of its records. The parent is theirs when all have the same, else the canvas. */
function newGroupPosition(store: DocumentStore, tops: readonly CanvasRecord[]): { parent: string; index: number } {
  const paths = tops.map(({ id }) => [id, ...ancestorsOf(store.record, id)]);
  const [first = []] = paths;
  const parent = new Set(tops.map(parentOf)).size === 1 ? parentOf(tops[0]!) : first.at(-1)!;
  const indexes = paths.map((path) => store.children(parent).indexOf(path[path.indexOf(parent) - 1]!));
  return { parent, index: Math.max(...indexes) + 1 };
}

/**
 * Why the selection cannot be grouped: `few` for fewer than two records of a canvas, `locked`, or `deep` for the maximum nesting; undefined if it can.
 */
export function groupObstacle(store: DocumentStore): "few" | "locked" | "deep" | undefined {
  const tops = outermostSelected(store);
  if (tops.length < 2) return "few";
  if (tops.some(({ id }) => isLocked(store, id))) return "locked";
  const all = tops.flatMap((top) => [top, ...descendantsOf(store, top.id)]);
  return all.some(({ id }) => ancestorsOf(store.record, id).length >= maxDepth) ? "deep" : undefined;
}

/** Groups the selection on a canvas, and selects the group. */
export function groupSelected(store: DocumentStore): void {
  if (groupObstacle(store) !== undefined) return;
  const tops = outermostSelected(store);
  const { parent, index } = newGroupPosition(store, tops);
  const group: PlacedGroup = {
    kind: "group",
    id: newRecordId({ kind: "group" }),
    order: orderAt(childrenOf(store, parent), index),
    parent,
    ...versionEntry(groupDefinition),
    value: structuredClone(groupDefinition.example),
  };
  const emptyGroups = emptiedGroups(
    store,
    tops.map(({ id }) => id),
    parent,
  );
  const records = [
    ...addRecords([group]).records,
    ...moveInto(tops, { parent: group.id, siblings: [], index: 0 }).records,
    ...removeRecords(emptyGroups).records,
  ];
  store.edit({ records }, { select: [group.id] });
}

/** The selected groups that are not locked. */
export const selectedGroups = (store: DocumentStore): PlacedGroup[] =>
  outermostSelected(store).filter((record) => record.kind === "group" && !isLocked(store, record.id)) as PlacedGroup[];

/** Replaces the selected groups by their children, and selects the children. */
export function ungroupSelected(store: DocumentStore): void {
  const groups = selectedGroups(store);
  const records = groups.flatMap((group) => {
    const { parent } = group;
    const siblings = childrenOf(store, parent);
    const children = childrenOf(store, group.id).filter(isOnCanvas);
    const move = moveInto(children, { parent, siblings, index: siblings.indexOf(group) + 1 });
    return [...move.records, ...removeRecords([group]).records];
  });
  const otherRecords = outermostSelected(store).filter((record) => !groups.includes(record as PlacedGroup));
  const selectedIds = [...groups.flatMap(({ id }) => store.children(id)), ...otherRecords.map(({ id }) => id)];
  store.edit({ records }, { select: selectedIds });
}
