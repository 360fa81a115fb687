import { moveInto, moveTo, removeRecords } from "#kit/edit.ts";
import type { PageChange } from "#kit/page.ts";
import { ancestorsOf, childrenOf, descendantsOf, isOnCanvas, maxDepth, parentOf, rootId } from "#kit/page-tree.ts";
import { holdsNodes } from "#render/registry.ts";
import type { DocumentStore } from "./document-store.ts";
import { emptiedGroups } from "./groups.ts";
import { isLocked, movableSelected } from "./selection.ts";

/** A row of the page tree. `place` and `count`: its position among its siblings, from 1, and how many these are. */
export type TreeRowData = { id: string; level: number; hasChildren: boolean; place: number; count: number };

/** The rows of the page tree from top to bottom, without those inside of `closed` rows. */
export function treeRows(store: DocumentStore, closed: ReadonlySet<string>): TreeRowData[] {
  const rows: TreeRowData[] = [];
  function addChildren(parent: string, level: number): void {
    const ids = store.children(parent);
    for (const [index, id] of ids.entries()) {
      const hasChildren = store.children(id).length > 0;
      rows.push({ id, level, hasChildren, place: index + 1, count: ids.length });
      if (hasChildren && !closed.has(id) && level <= maxDepth) addChildren(id, level + 1);
    }
  }
  addChildren(rootId, 1);
  return rows;
}

/** Whether a change may add, remove or move rows. */
export const changesRows = ({ records }: PageChange): boolean =>
  records.some(
    ({ before, after }) =>
      before === undefined ||
      after === undefined ||
      before.order !== after.order ||
      parentOf(before) !== parentOf(after),
  );

/** A place in the tree: before the child of `parent` at `index`. */
export type TreePlace = { parent: string; index: number };

/** The records that a drag of the row `id` moves: the selection if the row is selected, else its record; nothing that is locked. */
export function draggedRecords(store: DocumentStore, id: string): string[] {
  if (!store.selected.get().includes(id)) return isLocked(store, id) ? [] : [id];
  return movableSelected(store).map((record) => record.id);
}

/** Whether records can be moved into a parent: widgets only on the page; nodes and groups into a canvas or a group, but not into themselves. */
export function canMoveInto(store: DocumentStore, ids: readonly string[], parent: string): boolean {
  return ids.every((id) => {
    const record = store.record(id);
    if (record === undefined) return false;
    if (!isOnCanvas(record)) return parent === rootId;
    if (!holdsNodes(store.record(parent)) || isLocked(store, parent)) return false;
    const above = [parent, ...ancestorsOf(store.record, parent)];
    const depths = [record, ...descendantsOf(store, id)].map(
      (below) => ancestorsOf(store.record, below.id).indexOf(parentOf(record)) + above.length + 1,
    );
    return !above.includes(id) && Math.max(...depths) <= maxDepth + 1;
  });
}

/** Moves records to a place in the tree, in their order, and selects them. Groups that become empty are removed. */
export function moveInTree(store: DocumentStore, ids: readonly string[], { parent, index }: TreePlace): void {
  if (ids.length === 0 || !canMoveInto(store, ids, parent)) return;
  const moved = new Set(ids);
  const siblings = childrenOf(store, parent);
  const resting = siblings.filter(({ id }) => !moved.has(id));
  const place = resting.length - siblings.slice(index).filter(({ id }) => !moved.has(id)).length;
  const [first] = ids;
  if (parent === rootId && ids.length === 1) {
    store.edit(moveTo(siblings, first!, place), { select: [first!] });
    return;
  }
  const records = ids.flatMap((id) => store.record(id) ?? []).filter(isOnCanvas);
  const leaving = records.filter((record) => record.parent !== parent).map(({ id }) => id);
  const emptied = emptiedGroups(store, leaving, parent);
  store.edit(
    {
      records: [
        ...moveInto(records, { parent, siblings: resting, index: place }).records,
        ...removeRecords(emptied).records,
      ],
    },
    { select: ids },
  );
}
