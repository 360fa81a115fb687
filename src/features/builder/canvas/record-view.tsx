import { memo, type ReactElement, type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import type { PageRecord } from "#kit/page.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import { BrokenPlaceholder } from "#render/page/broken.tsx";
import { NodeContent } from "#render/page/canvas.tsx";
import { styleAt } from "#render/page/width-style.ts";
import { isDefinitionMissing, loadDefinitions, onDefinitions } from "#render/registry.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { loadOnline } from "#ui/load-online.ts";
import { useChildren, useEditor, useShownRecord } from "#features/builder/editor/editor.ts";
import { RecordErrorBoundary } from "./record-error-boundary.tsx";
import { useNodeContext, useRecordElement } from "#features/builder/editor/record-element.ts";

type BoundRecordProps = { id?: string; record: PageRecord; render: (record: PageRecord) => ReactNode };
const BoundRecord = lazyControl<BoundRecordProps>(
  () => import("#features/builder/bindings/bound-record.tsx").then((file) => file.BoundRecord),
  { renderFallback: ({ record, render }) => render(record) },
);

/** A record as it is shown: with the values of the page's row in the settings that are bound. */
export function renderBound<R extends PageRecord>(record: R, render: (record: R) => ReactElement): ReactElement {
  if (record.bindings === undefined) return render(record);
  return <BoundRecord record={record} render={(bound) => render(bound as R)} />;
}

/** A record whose definition is not loaded yet, which other people may have added to the open page: rendered once it is loaded. */
export function LazyRecord({ record, render }: { record: PageRecord; render: () => ReactNode }) {
  const isMissing = useSyncExternalStore(onDefinitions, () => isDefinitionMissing(record));
  useEffect(() => {
    // Without it the record stays empty until all definitions are loaded.
    if (isMissing) void loadOnline(() => loadDefinitions([record])).catch(() => undefined);
  }, [isMissing, record]);
  return isMissing ? null : render();
}

function Node({ node }: { node: PlacedNode }) {
  const { broken, store } = useEditor();
  const context = useNodeContext(node.id);
  // A node that differs at some width is another object at each.
  const style = useMemo(() => styleAt(node, store.width()), [node, store]);
  const element = useRecordElement<HTMLDivElement>(node.id, style);
  // The same element until the node or the language changes, so that the content is not rendered again.
  const content = useMemo(
    () => (
      <RecordErrorBoundary record={node} context={context}>
        {broken.has(node.id) ? <BrokenPlaceholder context={context} /> : <NodeContent node={node} context={context} />}
      </RecordErrorBoundary>
    ),
    [node, context, broken],
  );
  return (
    <div className="node" data-node={node.id} data-locked={node.isLocked} ref={element}>
      {content}
    </div>
  );
}

const renderNode = (node: PlacedNode) => <Node node={node} />;

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
  const record = useShownRecord(id);
  if (record?.kind === "group") return <Group id={id} isLocked={record.isLocked} />;
  if (record?.kind !== "node") return null;
  if (isDefinitionMissing(record)) return <LazyRecord record={record} render={() => renderBound(record, renderNode)} />;
  return renderBound(record, renderNode);
});

/** The children of a canvas or a group, each rendered again only when its own record changes. */
export const CanvasRecordViews = memo(function CanvasRecordViews({ parent }: { parent: string }) {
  return useChildren(parent).map((id) => <CanvasRecordView key={id} id={id} />);
});
