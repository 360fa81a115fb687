import type { AutoWidgetDefinition } from "#kit/auto-widget.ts";

const files = import.meta.glob<AutoWidgetDefinition>("./widgets/*.tsx", { eager: true, import: "default" });

/** The widgets of auto pages by their names. A map, so that a name from a page cannot reach inherited properties (T-50). */
export const autoWidgets: ReadonlyMap<string, AutoWidgetDefinition> = new Map(
  Object.values(files).map((widget) => [widget.name, widget]),
);
