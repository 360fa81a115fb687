import type { NodeDefinition } from "#kit/node.ts";
import type { PageRecord } from "#kit/page.ts";
import type { WidgetDefinition } from "#kit/widget.ts";
import { appearanceSettings } from "#nodes/parts/appearance.ts";
import { definitionFiles, lazyDefinitionFiles } from "#render/definition-files.ts";
import { groupDefinition } from "./group.ts";

const widgetsByName = new Map<string, WidgetDefinition>();
const nodesByType = new Map<string, NodeDefinition>();

/**
 * All widgets and nodes, by name; nodes with the settings that all of them have. In browsers those that are loaded (`loadDefinitions`). Maps, so that a
 * name from a document cannot reach inherited properties (T-50).
 */
export const widgets: ReadonlyMap<string, WidgetDefinition> = widgetsByName;
export const nodes: ReadonlyMap<string, NodeDefinition> = nodesByType;

const addWidgetDefinition = (widget: WidgetDefinition) => void widgetsByName.set(widget.name, widget);
const addNodeDefinition = (node: NodeDefinition) =>
  void nodesByType.set(node.type, {
    ...node,
    settings: { ...node.settings, ...appearanceSettings },
    responsive: [...(node.responsive ?? []), ...Object.keys(appearanceSettings)],
  });
for (const widget of Object.values(definitionFiles.widgets)) addWidgetDefinition(widget);
for (const node of Object.values(definitionFiles.nodes)) addNodeDefinition(node);

/** The functions that load the definitions in these files, by the name of the definition, which is that of the file. */
const loadersIn = <D>(files: Readonly<Record<string, () => Promise<D>>>, add: (definition: D) => void) =>
  new Map(
    Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.tsx$/g, ""), async () => add(await load())]),
  );
const widgetLoaders = loadersIn(lazyDefinitionFiles.widgets, addWidgetDefinition);
const nodeLoaders = loadersIn(lazyDefinitionFiles.nodes, addNodeDefinition);

type Named = Pick<PageRecord, "kind"> & { name?: unknown; type?: unknown };

/** The function that loads the definition of a record; undefined when it is loaded, or unknown. */
function loaderOf({ kind, name, type }: Named): (() => Promise<void>) | undefined {
  if (kind === "widget" && !widgets.has(String(name))) return widgetLoaders.get(String(name));
  if (kind === "node" && !nodes.has(String(type))) return nodeLoaders.get(String(type));
  return undefined;
}

/** Whether the definition of a record has yet to be loaded. */
export const isDefinitionMissing = (record: Named): boolean => loaderOf(record) !== undefined;

const listeners = new Set<() => void>();

/** Calls a function whenever definitions have been loaded. Returns a function that ends that. */
export function onDefinitions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many definitions are loaded. */
export const definitionCount = (): number => widgets.size + nodes.size;

async function run(loaders: Iterable<() => Promise<void>>): Promise<void> {
  const all = [...new Set(loaders)];
  if (all.length === 0) return;
  await Promise.all(all.map((load) => load()));
  for (const listener of listeners) listener();
}

/** Loads the definitions of these records. @throws if one of them cannot be loaded */
export const loadDefinitions = (records: readonly Named[]): Promise<void> =>
  run(records.flatMap((record) => loaderOf(record) ?? []));

/** Loads all definitions. @throws if one of them cannot be loaded */
export const loadAllDefinitions = (): Promise<void> =>
  run([
    ...[...widgetLoaders].flatMap(([name, load]) => (widgets.has(name) ? [] : [load])),
    ...[...nodeLoaders].flatMap(([type, load]) => (nodes.has(type) ? [] : [load])),
  ]);

/** The definition of a record; undefined for an unknown name. */
export function definitionOf(
  record: PageRecord,
): WidgetDefinition | NodeDefinition | typeof groupDefinition | undefined {
  if (record.kind === "group") return groupDefinition;
  return record.kind === "widget" ? widgets.get(record.name) : nodes.get(record.type);
}

/** The settings of a record that may differ by the width of the page. */
export const responsiveSettings = (record: PageRecord): readonly string[] => definitionOf(record)?.responsive ?? [];

/** Whether a record can contain nodes and groups: a widget with a canvas, or a group. */
export const holdsNodes = (record: PageRecord | undefined): boolean =>
  record?.kind === "group" || (record?.kind === "widget" && widgets.get(record.name)?.holdsNodes === true);
