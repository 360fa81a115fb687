import type { NodeDefinition } from "#kit/node.ts";
import type { PageRecord } from "#kit/page.ts";
import type { WidgetDefinition } from "#kit/widget.ts";
import { groupDefinition } from "./group.ts";

const widgetFiles = import.meta.glob<WidgetDefinition>("../widgets/*.tsx", { eager: true, import: "default" });
const nodeFiles = import.meta.glob<NodeDefinition>("../nodes/*.tsx", { eager: true, import: "default" });

/** Every widget and node on the shelves, by its word. A Map, so that no word from a document reaches anything else (T-50). */
export const widgets: ReadonlyMap<string, WidgetDefinition> = new Map(
  Object.values(widgetFiles).map((widget) => [widget.name, widget]),
);
export const nodes: ReadonlyMap<string, NodeDefinition> = new Map(
  Object.values(nodeFiles).map((node) => [node.type, node]),
);

/** What a record of a page is an instance of; undefined for a word that is not on the shelves. */
export function definitionOf(
  record: PageRecord,
): WidgetDefinition | NodeDefinition | typeof groupDefinition | undefined {
  if (record.kind === "group") return groupDefinition;
  return record.kind === "widget" ? widgets.get(record.name) : nodes.get(record.type);
}

/** Whether nodes and groups can stand on a record: on a canvas, and on a group. */
export const holdsNodes = (record: PageRecord | undefined): boolean =>
  record?.kind === "group" || (record?.kind === "widget" && widgets.get(record.name)?.holdsNodes === true);
