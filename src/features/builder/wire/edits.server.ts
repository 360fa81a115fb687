import { ordersAt } from "#kit/edit.ts";
import { markOutdated } from "#kit/outdated.ts";
import type { Box, PageRecord, PageSetting } from "#kit/page.ts";
import { childrenOf, descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { versionEntry } from "#kit/versioned.ts";
import { definitionOf, holdsNodes, nodes, widgets } from "#render/registry.ts";
import { newRecordId } from "#features/builder/document/record-id.ts";
import type { DraftRow } from "#features/builder/server/draft.server.ts";
import type { Edit } from "#features/builder/server/save-page.server.ts";
import { type Component, isComponent, widgetIdOf } from "./component.server.ts";
import { dataNotFound } from "./page-id.server.ts";

type Value = Record<string, unknown>;

const texts = {
  unknown: { zh: "组件不存在", en: "Component not found" },
  otherKind: { zh: "组件不能换成这种类型", en: "The component cannot become one of this kind" },
  noCanvas: { zh: "页面上没有画布", en: "The page has no canvas" },
};

/** The component of this id on a draft. @throws {Problem} notFound */
export function componentOn({ page }: Pick<DraftRow, "page">, id: string): Component {
  // A page's records are a plain object, whose inherited properties are no records; `recordId` has refused their names.
  const record = page.records[id];
  if (!isComponent(record)) throw dataNotFound();
  return record;
}

/** A component with another value. A `widgetId` must be that of the component. @throws {Problem} notFound; invalid */
export function withValue(
  draft: DraftRow,
  { id, widgetId, value }: { id: string; widgetId?: string | undefined; value: Value },
): Component {
  const record = componentOn(draft, id);
  if (widgetId !== undefined && widgetId !== widgetIdOf(record)) throw new Problem("invalid", texts.otherKind);
  return markOutdated(record, { ...record, value }, false).record;
}

/** A new widget at the end of the page. @throws {Problem} invalid for an unknown one */
export function appendWidget(draft: DraftRow, { widgetId, value }: { widgetId: string; value: Value }): Component {
  const definition = widgets.get(widgetId);
  if (definition === undefined) throw new Problem("invalid", texts.unknown);
  const siblings = widgetsOf(draft.page);
  const [order] = ordersAt(siblings, siblings.length, 1);
  const id = newRecordId({ kind: "widget" });
  return { kind: "widget", id, order: order!, name: widgetId, ...versionEntry(definition), value };
}

/**
 * A new element in front on a canvas or in a group: `parent`, or the first canvas of the page.
 * @throws {Problem} invalid for an unknown type, and for a page without a canvas; notFound for an unknown parent
 */
export function appendNode(
  draft: DraftRow,
  { widgetId, value, parent, box }: { widgetId: string; value: Value; parent?: string | undefined; box: Partial<Box> },
): Component {
  const definition = nodes.get(widgetId);
  if (definition === undefined) throw new Problem("invalid", texts.unknown);
  const canvas = parent ?? widgetsOf(draft.page).find(holdsNodes)?.id;
  if (canvas === undefined) throw new Problem("invalid", texts.noCanvas);
  if (!holdsNodes(draft.page.records[canvas])) throw dataNotFound();
  const siblings = childrenOf(treeOf(draft.page), canvas);
  const [order] = ordersAt(siblings, siblings.length, 1);
  const id = newRecordId({ kind: "node" });
  const wholeBox = { x: 0, y: 0, ...definition.size, ...box };
  return {
    kind: "node",
    id,
    order: order!,
    type: widgetId,
    ...versionEntry(definition),
    parent: canvas,
    box: wholeBox,
    value,
  };
}

/** The settings that two definitions have in common. */
function sharedSettings(value: Value, settings: Readonly<Record<string, unknown>>): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(settings, name)));
}

/**
 * A component in another style: settings that are set, or another component of its kind, which keeps what both can have.
 * @throws {Problem} notFound; invalid
 */
export function restyle(
  draft: DraftRow,
  { id, widgetId, style }: { id: string; widgetId?: string | undefined; style: Value },
): Component {
  const record = componentOn(draft, id);
  if (widgetId === undefined || widgetId === widgetIdOf(record))
    return { ...record, value: { ...record.value, ...style } };
  const definition = record.kind === "widget" ? widgets.get(widgetId) : nodes.get(widgetId);
  if (definition === undefined)
    throw new Problem("invalid", widgets.has(widgetId) || nodes.has(widgetId) ? texts.otherKind : texts.unknown);
  const { version: _earlierVersion, ...rest } = record;
  const shared = sharedSettings(record.value, definition.settings);
  const value = { ...(structuredClone(definition.example) as Value), ...shared, ...style };
  return rest.kind === "widget"
    ? { ...rest, name: widgetId, ...versionEntry(definition), value }
    : { ...rest, type: widgetId, ...versionEntry(definition), value };
}

/** A widget in a saved list: one of the page, by the id of its record, or a new one. */
export type ListedWidget = { id?: string; widgetId: string; value: Value };

type ReplacedWidgets = { widgets: readonly ListedWidget[]; setting?: PageSetting | undefined };

/**
 * Makes a list the widgets of the page: new ones are added, missing ones removed with what stands on them, and all are in the order of the list. A
 * widget that no list of the wire has, because this program does not know it, stays.
 * @throws {Problem} invalid; notFound for data that the page does not have, or that the list has twice
 */
export function replaceWidgets(draft: DraftRow, { widgets: listed, setting }: ReplacedWidgets): Edit {
  const tree = treeOf(draft.page);
  const existing = listed.map(({ id }) => (id === undefined ? undefined : componentOn(draft, id)));
  const listedIds = new Set(existing.flatMap((record) => record?.id ?? []));
  if (listedIds.size < existing.filter((record) => record !== undefined).length) throw dataNotFound();
  const removed = widgetsOf(draft.page).flatMap((widget) =>
    listedIds.has(widget.id) || definitionOf(widget) === undefined ? [] : [widget, ...descendantsOf(tree, widget.id)],
  );
  const orders = ordersOf(existing.map((record) => record?.order));
  const written = listed.map(({ widgetId, value }, index): PageRecord => {
    const record = existing[index];
    if (record === undefined) return { ...appendWidget(draft, { widgetId, value }), order: orders[index]! };
    if (record.kind !== "widget" || record.name !== widgetId) throw new Problem("invalid", texts.otherKind);
    return { ...record, order: orders[index]!, value };
  });
  return {
    records: [...removed.map(({ id }) => ({ id })), ...written.map((after) => ({ id: after.id, after }))],
    ...(setting === undefined ? {} : { setting }),
  };
}

/** Ascending order keys: those given, where they ascend; otherwise all anew. */
function ordersOf(orders: readonly (string | undefined)[]): string[] {
  const keys = orders.filter((order) => order !== undefined);
  const ascends = keys.every((order, index) => index === 0 || keys[index - 1]! < order);
  if (!ascends) return ordersAt([], 0, orders.length);
  const result: string[] = [];
  for (const [index, order] of orders.entries()) {
    if (order !== undefined) result.push(order);
    else {
      const before = result.at(-1);
      const after = orders.slice(index).find((later) => later !== undefined);
      const siblings = [before, after].flatMap((key) => (key === undefined ? [] : [{ order: key } as PageRecord]));
      result.push(ordersAt(siblings, before === undefined ? 0 : 1, 1)[0]!);
    }
  }
  return result;
}
