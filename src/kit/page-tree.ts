import { memo } from "./memo.ts";
import type { PageDocument, PageRecord } from "./page.ts";
import type { PlacedWidget } from "./widget.ts";

/** The parent id of widgets: the page itself. */
export const rootId = "page";
/** Maximum nesting of a record: its canvas, and groups in groups. */
export const maxDepth = 8;

export type PlacedNode = Extract<PageRecord, { kind: "node" }>;
export type PlacedGroup = Extract<PageRecord, { kind: "group" }>;
/** The records on a canvas. */
export type CanvasRecord = PlacedNode | PlacedGroup;

export const isOnCanvas = (record: PageRecord): record is CanvasRecord => record.kind !== "widget";
export const parentOf = (record: PageRecord): string => (isOnCanvas(record) ? record.parent : rootId);

/** Finds a record by its id. */
export type RecordLookup = (id: string) => PageRecord | undefined;
/** Tree access to the records of a page or fragment, independent of how they are stored. */
export type Tree = { record: RecordLookup; children: (parent: string) => readonly string[] };

/** Sorts siblings. */
export function byOrder(a: PageRecord, b: PageRecord): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Records as a tree. */
export function treeOfRecords(records: readonly PageRecord[]): Tree {
  const all = new Map(records.map((record) => [record.id, record]));
  const siblings = Map.groupBy(records.toSorted(byOrder), parentOf);
  const ids = new Map([...siblings].map(([parent, items]) => [parent, items.map(({ id }) => id)]));
  return { record: (id) => all.get(id), children: (parent) => ids.get(parent) ?? [] };
}

/** A document's tree, built once per document. */
export const treeOf = memo((page: PageDocument): Tree => treeOfRecords(Object.values(page.records)));

/** An empty page, as a tree to insert into. */
export const emptyTree: Tree = treeOfRecords([]);

/** The children of a parent in order: widgets from top to bottom, nodes and groups of a canvas from back to front. */
export const childrenOf = ({ record, children }: Tree, parent: string): PageRecord[] =>
  children(parent).flatMap((id) => record(id) ?? []);

/** The page's widgets from top to bottom. */
export const widgetsOf = (page: PageDocument): PlacedWidget[] =>
  childrenOf(treeOf(page), rootId).filter((record) => record.kind === "widget");

/** Everything below a record, each parent before its children; nothing below the maximum depth, so that a cycle ends. */
export const descendantsOf = (tree: Tree, id: string, depth = maxDepth): PageRecord[] =>
  depth === 0 ? [] : childrenOf(tree, id).flatMap((child) => [child, ...descendantsOf(tree, child.id, depth - 1)]);

/** A node itself, or all nodes below a group or a widget. */
export function leavesOf(tree: Tree, id: string): PlacedNode[] {
  const record = tree.record(id);
  return (record?.kind === "node" ? [record] : descendantsOf(tree, id)).filter((item) => item.kind === "node");
}

/** Ids of the parents of a record, the nearest first: up to its widget, a missing parent, the end of a cycle or one level more than allowed. */
export function ancestorsOf(record: RecordLookup, id: string): string[] {
  const ancestors: string[] = [];
  for (
    let current = record(id);
    current !== undefined && isOnCanvas(current) && !ancestors.includes(current.parent);
    current = record(current.parent)
  ) {
    ancestors.push(current.parent);
    if (ancestors.length > maxDepth) break;
  }
  return ancestors;
}

/** The widget that contains a record, or the record itself if it is a widget; undefined for an orphan. */
export function widgetAbove(record: RecordLookup, id: string): PlacedWidget | undefined {
  const top = record(ancestorsOf(record, id).at(-1) ?? id);
  return top?.kind === "widget" ? top : undefined;
}

/** Whether a record, or a record that contains it, has the mark. */
export const isMarked = (record: RecordLookup, id: string, mark: "isHidden" | "isLocked"): boolean =>
  [id, ...ancestorsOf(record, id)].some((related) => record(related)?.[mark] === true);

/** A page as visitors get it: without hidden records and what is in them. */
export function withoutHidden(page: PageDocument): PageDocument {
  const records = Object.entries(page.records);
  if (!records.some(([, record]) => record.isHidden === true)) return page;
  const { record } = treeOf(page);
  return { ...page, records: Object.fromEntries(records.filter(([id]) => !isMarked(record, id, "isHidden"))) };
}

/** Ids of records outside of any widget: a parent is missing, or they form a cycle. */
export function orphans(page: PageDocument): string[] {
  const { record } = treeOf(page);
  return Object.keys(page.records).filter((id) => widgetAbove(record, id) === undefined);
}

/** Why a record is at an invalid place: its parent cannot have children, or groups are nested too deeply. */
export type TreeProblem = { id: string; kind: "orphan" | "depth" };

/** Records at an invalid place. */
export function treeProblems(
  { record }: Tree,
  records: readonly PageRecord[],
  canHaveChildren: (parent: PageRecord) => boolean,
): TreeProblem[] {
  return records.flatMap(({ id }): TreeProblem[] => {
    const parents = ancestorsOf(record, id);
    if (parents.length > maxDepth) return [{ id, kind: "depth" }];
    const parent = record(parents[0] ?? id);
    const isPlaced = parents.length === 0 || (parent !== undefined && canHaveChildren(parent));
    return isPlaced && widgetAbove(record, id) !== undefined ? [] : [{ id, kind: "orphan" }];
  });
}
