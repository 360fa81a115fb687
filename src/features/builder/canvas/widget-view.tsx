import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import type { PlacedWidget, RenderContext } from "#kit/widget.ts";
import { BrokenPlaceholder } from "#render/page/broken.tsx";
import { isDefinitionMissing, widgets } from "#render/registry.ts";
import { WidgetContent } from "#render/page/widget.tsx";
import { styleAt } from "#render/page/width-style.ts";
import { call } from "#client/call.ts";
import { useEditor, useShownRecord } from "#features/builder/editor/editor.ts";
import { RecordErrorBoundary } from "./record-error-boundary.tsx";
import { CanvasRecordViews, LazyRecord, renderBound } from "./record-view.tsx";
import { useRecordElement, useRenderContext } from "#features/builder/editor/record-element.ts";

const loadingText = { zh: "正在加载数据…", en: "Loading data…" };
/** The delay, in ms, between the last change of a widget's settings and the request for its data. */
const debounceMs = 400;

function useDebounced<T>(value: T): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}

/** A widget that shows rows of the site, the same as for visitors. */
function WidgetWithData({
  widget,
  context,
  children,
}: {
  widget: PlacedWidget;
  context: RenderContext;
  children: ReactNode;
}) {
  const value = useDebounced(widget.value);
  const { data, isError } = useQuery({
    queryKey: ["widget data", widget.name, value, context.locale],
    queryFn: ({ signal }) =>
      call("POST Api/SitePage/QueryWidgetData", { name: widget.name, value, language: context.locale }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (isError) return <BrokenPlaceholder context={context} />;
  if (data === undefined) return <p className="loading-data">{context.t(loadingText)}</p>;
  return (
    <WidgetContent widget={widget} data={data.data} context={context}>
      {children}
    </WidgetContent>
  );
}

function WidgetElement({ widget }: { widget: PlacedWidget }) {
  const { broken, store } = useEditor();
  const context = useRenderContext();
  const style = useMemo(() => styleAt(widget, store.width()), [widget, store]);
  const element = useRecordElement<HTMLElement>(widget.id, style);
  // A stable element, so that a change of the widget's settings does not render its nodes again.
  const nodes = useMemo(() => <CanvasRecordViews parent={widget.id} />, [widget.id]);
  const Content = widgets.get(widget.name)?.load === undefined ? WidgetContent : WidgetWithData;
  return (
    <section data-widget={widget.name} data-id={widget.id} data-locked={widget.isLocked} ref={element}>
      <RecordErrorBoundary record={widget} context={context}>
        {broken.has(widget.id) ? (
          <BrokenPlaceholder context={context} />
        ) : (
          <Content widget={widget} data={undefined} context={context}>
            {nodes}
          </Content>
        )}
      </RecordErrorBoundary>
    </section>
  );
}

const renderWidget = (widget: PlacedWidget) => <WidgetElement widget={widget} />;

/** A widget, with the same markup as for visitors. It renders again only when its own record changes. */
export const WidgetView = memo(function WidgetView({ id }: { id: string }) {
  const record = useShownRecord(id);
  if (record?.kind !== "widget") return null;
  if (isDefinitionMissing(record))
    return <LazyRecord record={record} render={() => renderBound(record, renderWidget)} />;
  return renderBound(record, renderWidget);
});
