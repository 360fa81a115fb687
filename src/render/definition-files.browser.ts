import type { NodeDefinition } from "#kit/node.ts";
import type { WidgetDefinition } from "#kit/widget.ts";
import canvas from "#widgets/canvas.tsx";
import type * as serverFiles from "./definition-files.ts";

// In browser bundles this file takes the place of `definition-files.ts` (`imports` in package.json): a page has few of the widgets and nodes.

/** The canvas, which commands add to a page. */
export const definitionFiles: typeof serverFiles.definitionFiles = {
  widgets: { "../widgets/canvas.tsx": canvas as unknown as WidgetDefinition },
  nodes: {},
};

export const lazyDefinitionFiles: typeof serverFiles.lazyDefinitionFiles = {
  widgets: import.meta.glob<WidgetDefinition>(["../widgets/*.tsx", "!../widgets/canvas.tsx"], { import: "default" }),
  nodes: import.meta.glob<NodeDefinition>("../nodes/*.tsx", { import: "default" }),
};
