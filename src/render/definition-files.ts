import type { NodeDefinition } from "#kit/node.ts";
import type { WidgetDefinition } from "#kit/widget.ts";

/** The files of definitions that are there from the start, by path: on the server and in tests, all of them. */
export const definitionFiles = {
  widgets: import.meta.glob<WidgetDefinition>("../widgets/*.tsx", { eager: true, import: "default" }),
  nodes: import.meta.glob<NodeDefinition>("../nodes/*.tsx", { eager: true, import: "default" }),
};

/** The files that are loaded when a page has such a record, by path: none here, see `definition-files.browser.ts`. */
export const lazyDefinitionFiles: {
  widgets: Record<string, () => Promise<WidgetDefinition>>;
  nodes: Record<string, () => Promise<NodeDefinition>>;
} = { widgets: {}, nodes: {} };
