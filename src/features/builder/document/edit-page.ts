import { addRecords, orderAt, removeRecords, setBoxes } from "#kit/edit.ts";
import {
  type Fragment,
  fragmentOf,
  insertFragment,
  looseNodesOf,
  shiftFragment,
  topRecordsOf,
  withNewIds,
} from "#kit/fragment.ts";
import { type Point, type Size, translate } from "#kit/geometry.ts";
import type { Capture } from "#kit/history.ts";
import type { PageRecord } from "#kit/page.ts";
import { ancestorsOf, childrenOf, isOnCanvas, leavesOf, parentOf, rootId } from "#kit/page-tree.ts";
import { isSame } from "#kit/same.ts";
import { versionEntry } from "#kit/versioned.ts";
import { holdsNodes, nodes, widgets } from "#render/registry.ts";
import { designWidth } from "#widgets/canvas.tsx";
import { isInView } from "./client-view.ts";
import type { DocumentStore } from "./document-store.ts";
import { emptiedGroups } from "./groups.ts";
import { newRecordId } from "./record-id.ts";
import { isLocked, movableNodes, selectedWidget } from "./selection.ts";

/** The index in the page for new widgets: below the selected widget, else at the end. */
function indexBelowSelection(store: DocumentStore): number {
  const ids = store.children(rootId);
  const selectedIndex = ids.indexOf(selectedWidget(store) ?? "");
  return selectedIndex === -1 ? ids.length : selectedIndex + 1;
}

/**
 * Adds a widget with its example values at `index`, by default below the selected widget, and selects it. Returns its id; undefined for an unknown
 * definition.
 */
export function addWidget(store: DocumentStore, name: string, index?: number): string | undefined {
  const definition = widgets.get(name);
  if (definition === undefined) return undefined;
  const insertIndex = index ?? indexBelowSelection(store);
  const id = newRecordId({ kind: "widget" });
  const record: PageRecord = {
    kind: "widget",
    id,
    order: orderAt(childrenOf(store, rootId), insertIndex),
    name,
    ...versionEntry(definition),
    value: structuredClone(definition.example),
  };
  store.edit(addRecords([record]), { select: [id] });
  return id;
}

/** Selects all nodes of the current canvas, without those that are locked or not shown; without a canvas, all widgets of the page. */
export function selectAll(store: DocumentStore): void {
  const canvas = selectedWidget(store);
  const isMovable = (id: string) => !isLocked(store, id) && isInView(store, store.record(id)!);
  const onCanvas = canvas === undefined ? [] : store.children(canvas).filter(isMovable);
  store.selected.set(onCanvas.length > 0 ? onCanvas : store.children(rootId));
}

/** The id of the canvas for a new node: the selected canvas, else the first on the page. */
export function canvasFor(store: DocumentStore): string | undefined {
  return [selectedWidget(store) ?? "", ...store.children(rootId)].find((id) => holdsNodes(store.record(id)));
}

/** What a new node has instead of the size and values of its definition. `point`: its centre on the canvas, if `target` names none. */
type NodeContent = { size?: Size; value?: Record<string, unknown>; point?: Point };

/**
 * Adds a node in front on a canvas and selects it. `target`: the canvas and the centre of the node, in design px; by default the middle of the
 * canvas of `canvasFor`. Adds a canvas to a page without one. Returns the id of the node; undefined for an unknown type.
 */
export function addNode(
  store: DocumentStore,
  type: string,
  target?: { parent: string; point: Point },
  content: NodeContent = {},
): string | undefined {
  const definition = nodes.get(type);
  if (definition === undefined) return undefined;
  const parent = target?.parent ?? canvasFor(store) ?? addWidget(store, "canvas");
  const canvas = parent === undefined ? undefined : store.record(parent);
  if (canvas?.kind !== "widget") return undefined;
  const height = typeof canvas.value.height === "number" ? canvas.value.height : 240;
  const point = target?.point ?? content.point ?? { x: designWidth / 2, y: height / 2 };
  const { w, h } = content.size ?? definition.size;
  const id = newRecordId({ kind: "node" });
  const siblings = childrenOf(store, canvas.id);
  const box = { x: Math.round(point.x - w / 2), y: Math.round(point.y - h / 2), w, h };
  const order = orderAt(siblings, siblings.length);
  store.edit(
    addRecords([
      {
        kind: "node",
        id,
        order,
        type,
        ...versionEntry(definition),
        parent: canvas.id,
        box,
        value: { ...structuredClone(definition.example), ...content.value },
      },
    ]),
    { select: [id] },
  );
  return id;
}

/** Removes the selection with all children, and groups that become empty; locked records stay. Selects the closest remaining ancestor. */
export function removeSelected(store: DocumentStore): void {
  const fragment = fragmentOf(
    store.stored,
    store.selected.get().filter((id) => !isLocked(store, id)),
  );
  const ids = fragment.records.map(({ id }) => id);
  const removed = [...fragment.records, ...emptiedGroups(store, ids)];
  const removedIds = new Set(removed.map(({ id }) => id));
  const remainingAncestors = topRecordsOf(fragment)
    .flatMap(({ id }) => ancestorsOf(store.record, id))
    .filter((id) => !removedIds.has(id));
  store.edit(removeRecords(removed), { select: remainingAncestors.slice(0, 1) });
}

/** The offset of a copy from its original, in design px, so that both are visible. */
const copyOffset = { x: 16, y: 16 };

/** Duplicates the selection, each copy directly above its original, and selects the copies. */
export function duplicateSelected(store: DocumentStore): void {
  const copies = topRecordsOf(fragmentOf(store.stored, store.selected.get())).map((top) => {
    const parent = parentOf(top);
    const copy = shiftFragment(withNewIds(fragmentOf(store.stored, [top.id]), newRecordId), copyOffset);
    return insertFragment(store, copy, { parent, index: store.children(parent).indexOf(top.id) + 1 }).records;
  });
  store.edit({ records: copies.flat() }, { select: copies.map(([first]) => first!.id) });
}

/** The selection as a fragment for the clipboard; undefined when nothing is selected. */
export function selectedFragment(store: DocumentStore): Fragment | undefined {
  const ids = store.selected.get();
  return ids.length === 0 ? undefined : fragmentOf(store.stored, ids);
}

/** Whether a node on the canvas has the same box as a node of the fragment. */
function isOccupied(store: DocumentStore, canvas: string, fragment: Fragment): boolean {
  const boxes = leavesOf(store, canvas).map(({ box }) => box);
  return looseNodesOf(fragment).some((node) => boxes.some((box) => isSame(box, node.box)));
}

/** Inserts a fragment with new ids and selects it: widgets below the selected widget, nodes in front on its canvas. */
export function pasteFragment(store: DocumentStore, clipboardFragment: Fragment): void {
  let copy = withNewIds(clipboardFragment, newRecordId);
  const tops = topRecordsOf(copy);
  const [first] = tops;
  if (first === undefined) return;
  // A fragment with both nodes and widgets has no common parent.
  if (tops.some((top) => isOnCanvas(top) !== isOnCanvas(first))) return;
  if (!isOnCanvas(first)) {
    const index = indexBelowSelection(store);
    store.edit(insertFragment(store, copy, { parent: rootId, index }), { select: tops.map(({ id }) => id) });
    return;
  }
  const parent = canvasFor(store) ?? addWidget(store, "canvas");
  if (parent === undefined) return;
  while (isOccupied(store, parent, copy)) copy = shiftFragment(copy, copyOffset);
  store.edit(insertFragment(store, copy, { parent, index: store.children(parent).length }), {
    select: tops.map(({ id }) => id),
  });
}

/** Moves the selected nodes by `delta`, in design px; repeated moves are one undo step. */
export function nudgeSelected(store: DocumentStore, delta: Point): void {
  const selected = movableNodes(store);
  if (selected.length === 0) return;
  const capture: Capture = { merge: `nudge ${selected.map(({ id }) => id).join(" ")}` };
  store.edit(setBoxes(selected.map((node) => ({ node, box: translate(node.box, delta) }))), { capture });
}
