import { memo, useMemo } from "react";
import type { PlacedNode } from "#kit/edit.ts";
import { Broken } from "#render/page/broken.tsx";
import { NodeContent, nodeStyle } from "#render/page/canvas.tsx";
import { useChildren, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { Fallible } from "./fallible.tsx";
import { useOwnElement, useRenderContext } from "#features/builder/editor/record-element.ts";

function Drawn({ node }: { node: PlacedNode }) {
  const { broken } = useEditor();
  const context = useRenderContext();
  const style = useMemo(() => nodeStyle(node), [node]);
  const element = useOwnElement<HTMLDivElement>(node.id, style);
  return (
    <div className="node" data-node={node.id} ref={element}>
      <Fallible record={node} context={context}>
        {broken.has(node.id) ? <Broken context={context} /> : <NodeContent node={node} context={context} />}
      </Fallible>
    </div>
  );
}

const NodeView = memo(function NodeView({ id }: { id: string }) {
  const record = useRecord(id);
  return record?.kind === "node" ? <Drawn node={record} /> : null;
});

/** The nodes of one canvas, each drawn again only when its own record changes. */
export const NodeViews = memo(function NodeViews({ parent }: { parent: string }) {
  return useChildren(parent).map((id) => <NodeView key={id} id={id} />);
});
