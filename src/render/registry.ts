import type { NodeDefinition } from "#kit/node.ts";
import type { PageRecord } from "#kit/page.ts";
import type { WidgetDefinition } from "#kit/widget.ts";
import { appearanceSettings } from "#nodes/parts/appearance.ts";
import { groupDefinition } from "./group.ts";

const widgetFiles = import.meta.glob<WidgetDefinition>("../widgets/*.tsx", { eager: true, import: "default" });
const nodeFiles = import.meta.glob<NodeDefinition>("../nodes/*.tsx", { eager: true, import: "default" });

/** All widgets and nodes, by name; nodes with the settings that all of them have. Maps, so that a name from a document cannot reach inherited properties (T-50). */
export const widgets: ReadonlyMap<string, WidgetDefinition> = new Map(
  Object.values(widgetFiles).map((widget) => [widget.name, widget]),
);
export const nodes: ReadonlyMap<string, NodeDefinition> = new Map(
  Object.values(nodeFiles).map((node) => [
    node.type,
    { ...node, settings: { ...node.settings, ...appearanceSettings } },
  ]),
);

/** The definition of a record; undefined for an unknown name. */
export function definitionOf(
  record: PageRecord,
): WidgetDefinition | NodeDefinition | typeof groupDefinition | undefined {
  if (record.kind === "group") return groupDefinition;
  return record.kind === "widget" ? widgets.get(record.name) : nodes.get(record.type);
}

/** Whether a record can contain nodes and groups: a widget with a canvas, or a group. */
export const holdsNodes = (record: PageRecord | undefined): boolean =>
  record?.kind === "group" || (record?.kind === "widget" && widgets.get(record.name)?.holdsNodes === true);
