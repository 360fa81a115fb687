import { generateNKeysBetween } from "fractional-indexing";
import { changeVariants } from "./client-override.ts";
import { addRecords, ordersAt } from "./edit.ts";
import { translate } from "./geometry.ts";
import type { Box, PageChange, PageDocument, PageRecord } from "./page.ts";
import {
  ancestorsOf,
  byOrder,
  childrenOf,
  descendantsOf,
  emptyTree,
  isOnCanvas,
  leavesOf,
  type PlacedNode,
  rootId,
  type Tree,
  treeOfRecords,
} from "./page-tree.ts";

/** A part of a page that can be inserted elsewhere: records, parents before children. */
export type Fragment = { schema: 1; records: readonly PageRecord[] };

/** A widget with the nodes of its canvas, as the source code declares it: for built-in pages and templates. */
export type Part = { name: string; version?: number; value: Record<string, unknown>; nodes?: readonly NodePart[] };
type NodePart = { type: string; version?: number; box: Box; value: Record<string, unknown> };

/** Creates the id of a new record. */
export type CreateId = (record: PageRecord) => string;

/** The records with these ids and their descendants, in the order of the page. */
export function fragmentOf(tree: Tree, ids: readonly string[]): Fragment {
  const records = ids.flatMap((id) => tree.record(id) ?? []).toSorted(byOrder);
  // The descendants of a record include a selected child already.
  const topRecords = records.filter(({ id }) => !ancestorsOf(tree.record, id).some((parent) => ids.includes(parent)));
  return { schema: 1, records: topRecords.flatMap((top) => [top, ...descendantsOf(tree, top.id)]) };
}

/** A fragment made of parts, one below the other; its ids are provisional until `withNewIds`. */
export function fragmentOfParts(parts: readonly Part[]): Fragment {
  const orders = generateNKeysBetween(null, null, parts.length);
  const records = parts.flatMap(({ nodes = [], ...widget }, index): PageRecord[] => {
    const id = `wd_part${index}`;
    const nodeOrders = generateNKeysBetween(null, null, nodes.length);
    return [
      { kind: "widget", id, order: orders[index]!, ...widget },
      ...nodes.map((node, nodeIndex): PageRecord => ({
        kind: "node",
        id: `nd_part${index}x${nodeIndex}`,
        order: nodeOrders[nodeIndex]!,
        parent: id,
        ...node,
      })),
    ];
  });
  return { schema: 1, records };
}

/** Copies a fragment with new ids. */
export function withNewIds({ schema, records }: Fragment, newId: CreateId): Fragment {
  const ids = new Map(records.map((record) => [record.id, newId(record)]));
  const withNewId = (record: PageRecord): PageRecord => {
    const id = ids.get(record.id)!;
    return isOnCanvas(record) ? { ...record, id, parent: ids.get(record.parent) ?? record.parent } : { ...record, id };
  };
  return { schema, records: structuredClone(records.map(withNewId)) };
}

/** The top-level records of a fragment. */
export function topRecordsOf({ records }: Fragment): PageRecord[] {
  const ids = new Set(records.map(({ id }) => id));
  return records.filter((record) => !isOnCanvas(record) || !ids.has(record.parent));
}

/** The nodes of a fragment without their canvas: they can be inserted into any canvas. */
export function looseNodesOf(fragment: Fragment): PlacedNode[] {
  const tree = treeOfRecords(fragment.records);
  return topRecordsOf(fragment).flatMap((top) => (isOnCanvas(top) ? leavesOf(tree, top.id) : []));
}

/** A fragment whose loose nodes are moved by a distance in design px. */
export function shiftFragment(fragment: Fragment, offset: { x: number; y: number }): Fragment {
  const looseNodes = new Set<PageRecord>(looseNodesOf(fragment));
  const records = fragment.records.map((record) =>
    record.kind === "node" && looseNodes.has(record)
      ? changeVariants(record, (node) => ({ ...node, box: translate(node.box, offset) }))
      : record,
  );
  return { ...fragment, records };
}

/** The change that inserts a fragment into `parent` before its child at `index`. Only its top-level records get a new order and parent. */
export function insertFragment(
  tree: Tree,
  fragment: Fragment,
  { parent, index }: { parent: string; index: number },
): PageChange {
  const topRecords = topRecordsOf(fragment);
  const orders = new Map(
    ordersAt(childrenOf(tree, parent), index, topRecords.length).map((order, topIndex) => [
      topRecords[topIndex]!,
      order,
    ]),
  );
  return addRecords(
    fragment.records.map((item) => {
      const order = orders.get(item);
      if (order === undefined) return item;
      return isOnCanvas(item) ? { ...item, order, parent } : { ...item, order };
    }),
  );
}

/** Builds a page from parts. */
export function pageOfParts(setting: PageDocument["setting"], parts: readonly Part[], newId: CreateId): PageDocument {
  const { records } = insertFragment(emptyTree, withNewIds(fragmentOfParts(parts), newId), {
    parent: rootId,
    index: 0,
  });
  return { schema: 1, setting, records: Object.fromEntries(records.map(({ id, after }) => [id, after!])) };
}
