import type { ReactNode } from "react";
import { islandAttribute } from "#kit/island.ts";
import type { PageDocument } from "#kit/page.ts";
import { treeOf } from "#kit/page-tree.ts";
import type { PlacedWidget, RenderContext } from "#kit/widget.ts";
import { BrokenPlaceholder } from "./broken.tsx";
import { CanvasRecords } from "./canvas.tsx";
import { widgets } from "#render/registry.ts";

/** The declarations of a widget's rule `[data-id="..."]`, computed from its value. */
export function widgetStyle(widget: PlacedWidget): Record<string, string> {
  return widgets.get(widget.name)?.style?.(widget.value) ?? {};
}

type WidgetContentProps = { widget: PlacedWidget; data: unknown; context: RenderContext; children?: ReactNode };

/** The content of a widget, without the section around it. `children` are the nodes of its canvas. */
export function WidgetContent({ widget, data, context, children }: WidgetContentProps) {
  const definition = widgets.get(widget.name);
  if (definition === undefined) return <BrokenPlaceholder context={context} />;
  return (
    <definition.Render value={widget.value} data={data} context={context}>
      {children}
    </definition.Render>
  );
}

type WidgetProps = {
  widget: PlacedWidget;
  page: PageDocument;
  /** The result of the widget's `load`. */
  data: unknown;
  context: RenderContext;
  /** Ids of nodes that cannot be read or rendered; each is replaced by a placeholder. */
  broken: ReadonlySet<string>;
};

/** One widget with its nodes. The builder and public pages render the same markup. */
export function Widget({ widget, page, data, context, broken }: WidgetProps) {
  return (
    <section
      data-widget={widget.name}
      data-id={widget.id}
      {...islandAttribute(`widgets/${widget.name}`, widgets.get(widget.name))}
    >
      <WidgetContent widget={widget} data={data} context={context}>
        <CanvasRecords tree={treeOf(page)} parent={widget.id} context={context} broken={broken} />
      </WidgetContent>
    </section>
  );
}
