import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import type { PlacedWidget, RenderContext } from "#kit/widget.ts";
import { Broken } from "#render/page/broken.tsx";
import { widgets } from "#render/registry.ts";
import { WidgetContent, widgetStyle } from "#render/page/widget.tsx";
import { call } from "#client/call.ts";
import { useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { Fallible } from "./fallible.tsx";
import { CanvasRecordViews } from "./record-view.tsx";
import { useRecordElement, useRenderContext } from "#features/builder/editor/record-element.ts";

const loadingWord = { zh: "正在加载数据…", en: "Loading data…" };
/** ms without a change of its settings after which a widget's data are fetched again. */
const debounceMs = 400;

function useDebounced<T>(value: T): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}

/** A widget with data of the site: the same rows as for visitors. */
function Loaded({ widget, context, children }: { widget: PlacedWidget; context: RenderContext; children: ReactNode }) {
  const value = useDebounced(widget.value);
  const { data, isError } = useQuery({
    queryKey: ["widget data", widget.name, value, context.locale],
    queryFn: ({ signal }) =>
      call("POST Api/SitePage/QueryWidgetData", { name: widget.name, value, language: context.locale }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (isError) return <Broken context={context} />;
  if (data === undefined) return <p className="loading-data">{context.t(loadingWord)}</p>;
  return (
    <WidgetContent widget={widget} data={data.data} context={context}>
      {children}
    </WidgetContent>
  );
}

function Drawn({ widget }: { widget: PlacedWidget }) {
  const { broken } = useEditor();
  const context = useRenderContext();
  const style = useMemo(() => widgetStyle(widget), [widget]);
  const element = useRecordElement<HTMLElement>(widget.id, style);
  // A stable element: a widget whose text changes does not render its nodes again.
  const nodes = useMemo(() => <CanvasRecordViews parent={widget.id} />, [widget.id]);
  const Content = widgets.get(widget.name)?.load === undefined ? WidgetContent : Loaded;
  return (
    <section data-widget={widget.name} data-id={widget.id} ref={element}>
      <Fallible record={widget} context={context}>
        {broken.has(widget.id) ? (
          <Broken context={context} />
        ) : (
          <Content widget={widget} data={undefined} context={context}>
            {nodes}
          </Content>
        )}
      </Fallible>
    </section>
  );
}

/** A widget with the markup for visitors; rendered again only when its own record changes. */
export const WidgetView = memo(function WidgetView({ id }: { id: string }) {
  const record = useRecord(id);
  return record?.kind === "widget" ? <Drawn widget={record} /> : null;
});
