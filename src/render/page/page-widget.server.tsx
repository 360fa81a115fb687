import { renderToStaticMarkup } from "react-dom/server";
import { leavesOf, treeOf } from "#kit/page-tree.ts";
import type { PlacedWidget, RenderContext } from "#kit/widget.ts";
import { BrokenPlaceholder } from "./broken.tsx";
import { NodeContent } from "./canvas.tsx";
import type { PageInput } from "./page-input.ts";
import { Widget } from "./widget.tsx";

/** The error that a function throws; undefined if it succeeds. */
function errorOf(render: () => string): unknown {
  try {
    render();
    return undefined;
  } catch (error) {
    return error ?? new Error("unknown");
  }
}

/**
 * Ids of the nodes of a widget that cannot be read or rendered. Reports each rendering error. Called only after the rendering of the widget failed.
 */
function brokenNodes(input: PageInput, widget: PlacedWidget, context: RenderContext): Set<string> {
  const broken = new Set(input.broken);
  for (const node of leavesOf(treeOf(input.page), widget.id)) {
    if (broken.has(node.id)) continue;
    const error = errorOf(() => renderToStaticMarkup(<NodeContent node={node} context={context} />));
    if (error === undefined) continue;
    broken.add(node.id);
    input.onBroken(node.id, error);
  }
  return broken;
}

/** Renders one widget to HTML. A placeholder replaces a node or widget that cannot be read or rendered. */
export function widgetHtml(input: PageInput, widget: PlacedWidget, context: RenderContext): string {
  const { page, data } = input;
  const render = (broken: ReadonlySet<string>) =>
    renderToStaticMarkup(
      <Widget widget={widget} page={page} data={data.get(widget.id)} context={context} broken={broken} />,
    );
  if (input.broken.has(widget.id)) return renderToStaticMarkup(<BrokenPlaceholder context={context} />);
  try {
    return render(input.broken);
  } catch (error) {
    const broken = brokenNodes(input, widget, context);
    let html = "";
    const secondError = errorOf(() => (html = render(broken)));
    if (secondError === undefined) return html;
    input.onBroken(widget.id, error);
    return renderToStaticMarkup(<BrokenPlaceholder context={context} />);
  }
}
