import { type Alignment, alignMoves, type Axis, distributeMoves, type OrderMove, reorder } from "#kit/arrange.ts";
import { isHiddenSomewhere, shownAtEveryWidth } from "#kit/client-override.ts";
import { setBoxes, setField, setOrder, setProperties } from "#kit/edit.ts";
import { bounds, boundsOf, type Point, rotateAround, centerOf, storedBox, translate } from "#kit/geometry.ts";
import type { Box, PageRecord } from "#kit/page.ts";
import { childrenOf, isOnCanvas, parentOf, type PlacedNode, widgetAbove } from "#kit/page-tree.ts";
import { stackedWidths } from "#kit/page-width.ts";
import { designWidth } from "#widgets/canvas.tsx";
import type { DocumentStore } from "./document-store.ts";
import { movableNodes, movableSelected, placedNodes } from "./selection.ts";

/** What is arranged as one: a selected node, or a selected group with its nodes. */
type Unit = { nodes: PlacedNode[]; bounds: Box };

function selectedUnits(store: DocumentStore): Unit[] {
  return movableSelected(store)
    .filter(isOnCanvas)
    .flatMap(({ id }) => {
      const nodes = placedNodes(store, id);
      const unitBounds = boundsOf(nodes);
      return unitBounds === undefined ? [] : [{ nodes, bounds: unitBounds }];
    });
}

/** How many nodes and groups can be arranged now. */
export const unitCount = (store: DocumentStore): number => selectedUnits(store).length;

function moveUnits(store: DocumentStore, units: readonly Unit[], moves: readonly Point[]): void {
  const places = units.flatMap(({ nodes }, index) =>
    nodes.map((node) => ({ node, box: storedBox({ ...node, box: translate(node.box, moves[index]!) }) })),
  );
  store.edit(setBoxes(places));
}

/** The area of the canvas on which the selected nodes are. */
function canvasArea(store: DocumentStore): Box | undefined {
  const [node] = movableNodes(store);
  const canvas = node === undefined ? undefined : widgetAbove(store.record, node.id);
  const height = canvas?.value.height;
  const width = store.editedWidth();
  const w = (width === undefined ? undefined : stackedWidths[width]) ?? designWidth;
  return canvas === undefined ? undefined : { x: 0, y: 0, w, h: typeof height === "number" ? height : 240 };
}

/** Aligns the selected nodes and groups with each other; a single one with its canvas. */
export function alignSelected(store: DocumentStore, alignment: Alignment): void {
  const units = selectedUnits(store);
  const boxes = units.map((unit) => unit.bounds);
  moveUnits(store, units, alignMoves(boxes, alignment, units.length === 1 ? canvasArea(store) : bounds(boxes)));
}

/** Distributes the selected nodes and groups evenly. */
export function distributeSelected(store: DocumentStore, axis: Axis, by: "centers" | "gaps"): void {
  const units = selectedUnits(store);
  const boxes = units.map((unit) => unit.bounds);
  moveUnits(store, units, distributeMoves(boxes, axis, by));
}

/** Turns the selected nodes around the middle of the selection, in degrees. */
export function rotateSelected(store: DocumentStore, degrees: number): void {
  const nodes = movableNodes(store);
  const area = boundsOf(nodes);
  if (area === undefined) return;
  const places = nodes.map((node) => {
    const placement = rotateAround(node, centerOf(area), degrees);
    return { node, box: storedBox(placement), rotation: placement.rotation };
  });
  store.edit(setBoxes(places));
}

/** Moves the selected records among their siblings. */
export function reorderSelected(store: DocumentStore, to: OrderMove): void {
  const byParent = Map.groupBy(movableSelected(store), parentOf);
  const records = [...byParent].flatMap(([parent, chosen]) => {
    const ids = new Set(chosen.map(({ id }) => id));
    return setOrder(childrenOf(store, parent), reorder(store.children(parent), ids, to), ids).records;
  });
  store.edit({ records });
}

/** Marks records as hidden or locked, or removes the mark. */
export function setMark(
  store: DocumentStore,
  ids: readonly string[],
  mark: "isHidden" | "isLocked",
  isOn: boolean,
): void {
  const records = ids.flatMap((id) => store.record(id) ?? []);
  store.edit(setProperties(records, { [mark]: isOn ? true : undefined }));
}

/** The records of the page that have a mark, those included that are hidden at some widths only. */
const markedRecords = (store: DocumentStore, mark: "isHidden" | "isLocked"): PageRecord[] =>
  Object.values(store.page().records).filter(
    (record) => record[mark] === true || (mark === "isHidden" && isHiddenSomewhere(record)),
  );

/** Whether any record of the page has a mark. */
export const isMarkUsed = (store: DocumentStore, mark: "isHidden" | "isLocked"): boolean =>
  markedRecords(store, mark).length > 0;

/** Removes a mark from all records of the page, at every width. */
export function clearMark(store: DocumentStore, mark: "isHidden" | "isLocked"): void {
  const records = markedRecords(store, mark).map((before) => {
    const { [mark]: _, ...rest } = before;
    const after = rest as PageRecord;
    return { id: before.id, before, after: mark === "isHidden" ? shownAtEveryWidth(after) : after };
  });
  store.edit({ records }, { isStored: true });
}

/** Gives a record a name; an empty name removes it. */
export function renameRecord(store: DocumentStore, id: string, name: string): void {
  const record = store.record(id);
  if (record === undefined) return;
  const label = name.trim().slice(0, 60);
  store.edit(
    record.kind === "group"
      ? setField(record, "name", label === "" ? null : label)
      : setProperties([record], { label: label === "" ? undefined : label }),
  );
}

/** The guides of a canvas: vertical lines at `x`, horizontal ones at `y`, in design px. */
export type Guides = { x: readonly number[]; y: readonly number[] };
const noGuides: Guides = { x: [], y: [] };
export const guidesOf = (record: PageRecord | undefined): Guides =>
  (record?.kind === "widget" ? record.guides : undefined) ?? noGuides;

/** Sets the guides of one axis of a canvas. */
export function setGuides(store: DocumentStore, canvas: string, axis: Axis, positions: readonly number[]): void {
  const record = store.record(canvas);
  if (record?.kind !== "widget") return;
  const unique = [...new Set(positions.map((position) => Math.round(position)))];
  const before = guidesOf(record);
  const x = axis === "x" ? unique : [...before.x];
  const y = axis === "y" ? unique : [...before.y];
  const guides = x.length + y.length === 0 ? undefined : { x, y };
  store.edit(setProperties([record], { guides }));
}
