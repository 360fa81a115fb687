import { islandAttribute } from "#kit/island.ts";
import type { NodeDefinition } from "#kit/node.ts";
import { childrenOf, isOnCanvas, maxDepth, type PlacedNode, type Tree } from "#kit/page-tree.ts";
import { clampNumber } from "#kit/clamp-number.ts";
import { formatOf } from "#kit/text-format.ts";
import type { RenderContext } from "#kit/widget.ts";
import { appearanceStyle } from "#nodes/parts/appearance.ts";
import { BrokenPlaceholder } from "./broken.tsx";
import { nodes } from "#render/registry.ts";

/** Largest coordinate or size on a canvas, px. */
const maxCoordinate = 10_000;

/** Degrees. */
const rotations = { min: -180, max: 180, fallback: 0 };

/** The declarations of a node's rule `[data-node="..."]`: custom properties for its position and size, and those of its definition. */
export function nodeStyle(node: PlacedNode): Record<string, string> {
  const definition: NodeDefinition | undefined = nodes.get(node.type);
  const { x, y, w, h } = node.box;
  const coordinate = (value: unknown) =>
    String(clampNumber(value, { min: -maxCoordinate, max: maxCoordinate, fallback: 0 }));
  const size = (value: unknown) => String(clampNumber(value, { min: 0, max: maxCoordinate, fallback: 0 }));
  return {
    "--x": coordinate(x),
    "--y": coordinate(y),
    "--w": size(w),
    "--h": size(h),
    ...(node.rotation === undefined ? {} : { "--rotation": `${clampNumber(node.rotation, rotations)}deg` }),
    ...definition?.style?.(node.value),
    ...appearanceStyle(node.value),
  };
}

/** The content of a node, without the element that positions it. */
export function NodeContent({ node, context }: { node: PlacedNode; context: RenderContext }) {
  const definition = nodes.get(node.type);
  if (definition === undefined) return <BrokenPlaceholder context={context} />;
  const { Render, formattedText } = definition;
  const format = formattedText === undefined ? undefined : formatOf(node, formattedText, context.locale);
  return <Render value={node.value} context={context} format={format} />;
}

type CanvasRecordsProps = {
  tree: Tree;
  parent: string;
  context: RenderContext;
  /** Ids of nodes that cannot be read or rendered; each is replaced by a placeholder. */
  broken: ReadonlySet<string>;
  /** Levels of records to render; deeper ones are left out. */
  depth?: number;
};

/** The records on a canvas or in a group, from back to front. A group is an element around its records that has no position or size itself. */
export function CanvasRecords({ tree, parent, context, broken, depth = maxDepth }: CanvasRecordsProps) {
  if (depth === 0) return null;
  return childrenOf(tree, parent)
    .filter(isOnCanvas)
    .map((record) =>
      record.kind === "group" ? (
        <div key={record.id} className="group" data-group={record.id}>
          <CanvasRecords tree={tree} parent={record.id} context={context} broken={broken} depth={depth - 1} />
        </div>
      ) : (
        <div
          key={record.id}
          className="node"
          data-node={record.id}
          {...islandAttribute(`nodes/${record.type}`, nodes.get(record.type))}
        >
          {broken.has(record.id) ? (
            <BrokenPlaceholder context={context} />
          ) : (
            <NodeContent node={record} context={context} />
          )}
        </div>
      ),
    );
}
