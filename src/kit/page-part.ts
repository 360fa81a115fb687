import type { NodeType, Nodes } from "./node.ts";
import type { Box } from "./page.ts";
import type { VersionedValue } from "./versioned.ts";
import type { WidgetName, Widgets } from "./widget.ts";

/** A node of a canvas, as the source code declares it. */
export type NodePart = { [T in NodeType]: { type: T; box: Box } & VersionedValue<Nodes[T]> }[NodeType];
/** A widget with the nodes of its canvas, as the source code declares it: for seed pages and templates. Its value is complete, of today's version. */
export type PagePart = {
  [N in WidgetName]: { name: N; nodes?: NodePart[] } & VersionedValue<Widgets[N]>;
}[WidgetName];
