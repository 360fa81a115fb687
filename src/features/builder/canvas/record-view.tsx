import { memo, useMemo } from "react";
import type { PlacedNode } from "#kit/page-tree.ts";
import { BrokenPlaceholder } from "#render/page/broken.tsx";
import { NodeContent, nodeStyle } from "#render/page/canvas.tsx";
import { useChildren, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { RecordErrorBoundary } from "./record-error-boundary.tsx";
import { useRecordElement, useRenderContext } from "#features/builder/editor/record-element.ts";

function Node({ node }: { node: PlacedNode }) {
  const { broken } = useEditor();
  const context = useRenderContext();
  const style = useMemo(() => nodeStyle(node), [node]);
  const element = useRecordElement<HTMLDivElement>(node.id, style);
  return (
    <div className="node" data-node={node.id} data-locked={node.isLocked} ref={element}>
      <RecordErrorBoundary record={node} context={context}>
        {broken.has(node.id) ? <BrokenPlaceholder context={context} /> : <NodeContent node={node} context={context} />}
      </RecordErrorBoundary>
    </div>
  );
}

const noStyle = {};

function Group({ id, isLocked }: { id: string; isLocked: true | undefined }) {
  const element = useRecordElement<HTMLDivElement>(id, noStyle);
  return (
    <div className="group" data-group={id} data-locked={isLocked} ref={element}>
      <CanvasRecordViews parent={id} />
    </div>
  );
}

const CanvasRecordView = memo(function CanvasRecordView({ id }: { id: string }) {
  const record = useRecord(id);
  if (record?.isHidden === true) return null;
  if (record?.kind === "group") return <Group id={id} isLocked={record.isLocked} />;
  return record?.kind === "node" ? <Node node={record} /> : null;
});

/** The children of a canvas or a group, each rendered again only when its own record changes. */
export const CanvasRecordViews = memo(function CanvasRecordViews({ parent }: { parent: string }) {
  return useChildren(parent).map((id) => <CanvasRecordView key={id} id={id} />);
});
