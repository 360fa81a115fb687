import type { NodeDefinition } from "#kit/node.ts";
import type { PageRecord } from "#kit/page.ts";
import { measure } from "#kit/measure.ts";
import type { RenderContext } from "#kit/widget.ts";
import { Broken } from "./broken.tsx";
import { nodes } from "#render/registry.ts";

export type PlacedNode = Extract<PageRecord, { kind: "node" }>;

/** px: as far out as anything on a canvas may stand or reach. */
const farthest = 10_000;

/** Custom properties that place a node, and the declarations of its own look: what its rule `[data-node="..."]` consists of. */
export function nodeStyle(node: PlacedNode): Record<string, string> {
  const definition: NodeDefinition | undefined = nodes.get(node.type);
  const { x, y, w, h } = node.box;
  const at = (value: unknown) => String(measure(value, { min: -farthest, max: farthest, otherwise: 0 }));
  const long = (value: unknown) => String(measure(value, { min: 0, max: farthest, otherwise: 0 }));
  return { "--x": at(x), "--y": at(y), "--w": long(w), "--h": long(h), ...definition?.style?.(node.value) };
}

/** What a node shows; its place is the surrounding element's. */
export function NodeContent({ node, context }: { node: PlacedNode; context: RenderContext }) {
  const definition = nodes.get(node.type);
  if (definition === undefined) return <Broken context={context} />;
  return <definition.Render value={node.value} context={context} />;
}

/** One node in its place on a canvas. */
export function CanvasNode({
  node,
  context,
  isBroken,
}: {
  node: PlacedNode;
  context: RenderContext;
  isBroken: boolean;
}) {
  return (
    <div className="node" data-node={node.id}>
      {isBroken ? <Broken context={context} /> : <NodeContent node={node} context={context} />}
    </div>
  );
}
