import { hasPlaceAt } from "#kit/client-override.ts";
import type { PageRecord } from "#kit/page.ts";
import {
  ancestorsOf,
  byOrder,
  type CanvasRecord,
  isMarked,
  isOnCanvas,
  leavesOf,
  parentOf,
  type PlacedNode,
  widgetAbove,
} from "#kit/page-tree.ts";
import type { DocumentStore } from "./document-store.ts";

/** The id of the last selected widget, or of the widget that contains the last selected record; undefined when nothing is selected. */
export function selectedWidget(store: DocumentStore): string | undefined {
  const id = store.selected.get().at(-1);
  return id === undefined ? undefined : widgetAbove(store.record, id)?.id;
}

/** Ids of the selected records on the same canvas as the first one. */
function selectedOnCanvas(store: DocumentStore): { canvas: string; ids: string[] } | undefined {
  const ids = store.selected.get().filter((id) => {
    const record = store.record(id);
    return record !== undefined && isOnCanvas(record);
  });
  const canvas = ids[0] === undefined ? undefined : widgetAbove(store.record, ids[0])?.id;
  if (canvas === undefined) return undefined;
  return { canvas, ids: ids.filter((id) => widgetAbove(store.record, id)?.id === canvas) };
}

/** The nodes of a canvas, a group or a node that have a place at the edited width: those in a stack have none. */
export function placedNodes(store: DocumentStore, id: string): PlacedNode[] {
  const width = store.editedWidth();
  const nodes = leavesOf(store, id);
  return width === undefined ? nodes : nodes.filter((node) => hasPlaceAt(node, width));
}

/** The nodes on one canvas that are selected, directly or with their group. */
export function selectedNodes(store: DocumentStore): PlacedNode[] {
  const ids = selectedOnCanvas(store)?.ids ?? [];
  return [...new Set(ids.flatMap((id) => placedNodes(store, id)))];
}

/** Whether all selected records are on the same canvas. */
export const isSelectionOnCanvas = (store: DocumentStore): boolean => {
  const onCanvas = selectedOnCanvas(store);
  return onCanvas !== undefined && onCanvas.ids.length === store.selected.get().length;
};

/** The records from the top of a canvas down to a record. */
const pathTo = (store: DocumentStore, id: string): CanvasRecord[] =>
  [id, ...ancestorsOf(store.record, id)]
    .flatMap((related) => store.record(related) ?? [])
    .filter(isOnCanvas)
    .toReversed();

/** Sorts records of one canvas, given by their paths, from back to front. */
function byDepth(a: readonly CanvasRecord[], b: readonly CanvasRecord[]): number {
  const level = a.findIndex((record, index) => record !== b[index]);
  return byOrder(a[level]!, b[level]!);
}

/**
 * The selected records of one canvas, from back to front, without children of a selected group. The cost does not depend on the size of the canvas,
 * because each command asks.
 */
export function outermostSelected(store: DocumentStore): CanvasRecord[] {
  const ids = new Set(selectedOnCanvas(store)?.ids);
  return [...ids]
    .map((id) => pathTo(store, id))
    .filter((path) => !path.slice(0, -1).some((parent) => ids.has(parent.id)))
    .toSorted(byDepth)
    .map((path) => path.at(-1)!);
}

/** Whether a record, or something around it, is locked. For people who may edit content only, everything is. */
export const isLocked = (
  { record, isContentOnly }: Pick<DocumentStore, "record" | "isContentOnly">,
  id: string,
): boolean => isContentOnly || isMarked(record, id, "isLocked");

/** The selected records that are not locked, without those inside of others: records of one canvas from back to front, else widgets. */
export function movableSelected(store: DocumentStore): PageRecord[] {
  const onCanvas = outermostSelected(store);
  const widgets = store.selected.get().flatMap((id) => store.record(id) ?? []);
  return (onCanvas.length > 0 ? onCanvas : widgets).filter(({ id }) => !isLocked(store, id));
}

/** The nodes on one canvas that are selected, directly or with their group, and not locked. */
export function movableNodes(store: DocumentStore): PlacedNode[] {
  return movableSelected(store)
    .filter(isOnCanvas)
    .flatMap(({ id }) => placedNodes(store, id));
}

/**
 * The id of the record that a press on the record `id` selects: its outermost group. If a record inside that group is selected, the record on the
 * same level as that selection.
 */
export function pressedRecord(store: DocumentStore, id: string): string {
  const path = [id, ...ancestorsOf(store.record, id)]
    .flatMap((recordId) => store.record(recordId) ?? [])
    .filter(isOnCanvas);
  const selected = store.selected.get().flatMap((recordId) => store.record(recordId) ?? []);
  const openParents = new Set(selected.filter(isOnCanvas).map(parentOf));
  return (path.find((record) => openParents.has(record.parent)) ?? path.at(-1))?.id ?? id;
}

/** The selection with the record `id` added, or removed if it was selected. Contains either widgets or records of a canvas, never both. */
export function toggleSelection(store: DocumentStore, id: string): string[] {
  const selected = store.selected.get();
  const rest = selected.filter((other) => other !== id);
  if (selected.includes(id)) return rest;
  const isWidget = (record: PageRecord | undefined) => record?.kind === "widget";
  return [...rest.filter((other) => isWidget(store.record(other)) === isWidget(store.record(id))), id];
}
