import type { Box } from "#kit/page.ts";
import { bounds, type Point } from "#kit/geometry.ts";
import { designWidth } from "#widgets/canvas.tsx";

/** Position and scale of a canvas: its corner in px of the overlay, and the px per design px. */
export type Stage = { x: number; y: number; unit: number; w: number; h: number };

/** The rendered page in its frame. Measures are px of the overlay, whatever the zoom. */
export type Frame = {
  /** Set by the component that renders the frame. */
  element: HTMLIFrameElement | undefined;
  zoom: number;
  /** Elements of records, by id; each enters itself while it is drawn. */
  elements: Map<string, HTMLElement>;
  /** The box of a record; undefined while it is not drawn. */
  boxOf: (id: string) => Box | undefined;
  /** The element of the page under a point of the window. */
  elementAt: (point: Point) => Element | undefined;
  /** The record under a point of the window: a node before its widget, and never a group. */
  at: (point: Point) => string | undefined;
  /** Position and scale of the canvas of a widget; undefined when its nodes are stacked (narrow pages). */
  stageOf: (widgetId: string) => Stage | undefined;
  /** Called whenever something in the page may have moved. */
  onLayout: (listener: () => void) => () => void;
  layoutChanged: () => void;
};

export function createFrame(): Frame {
  const listeners = new Set<() => void>();
  const elements = new Map<string, HTMLElement>();
  const toLayer = ({ left, top, width, height }: DOMRect): Box => ({
    x: left * frame.zoom,
    y: top * frame.zoom,
    w: width * frame.zoom,
    h: height * frame.zoom,
  });
  const frame: Frame = {
    element: undefined,
    zoom: 1,
    elements,
    boxOf(id) {
      const element = elements.get(id);
      if (element === undefined) return undefined;
      // A group has no box of its own: it has the union of its nodes' boxes.
      const drawnElements =
        element.dataset.group === undefined ? [element] : [...element.querySelectorAll("[data-node]")];
      return bounds(drawnElements.map((part) => toLayer(part.getBoundingClientRect())));
    },
    elementAt({ x, y }) {
      const { element, zoom } = frame;
      const inside = element?.contentDocument;
      if (element === undefined || !inside) return undefined;
      const { left, top } = element.getBoundingClientRect();
      return inside.elementFromPoint((x - left) / zoom, (y - top) / zoom) ?? undefined;
    },
    at(point) {
      const owner = frame.elementAt(point)?.closest<HTMLElement>("[data-node], [data-id]");
      return owner?.dataset.node ?? owner?.dataset.id;
    },
    stageOf(widgetId) {
      const stage = elements.get(widgetId)?.querySelector(".stage");
      if (!stage || stage.ownerDocument.defaultView?.getComputedStyle(stage).display === "grid") return undefined;
      const { x, y, w, h } = toLayer(stage.getBoundingClientRect());
      const unit = w / designWidth;
      return { x, y, unit, w: designWidth, h: h / unit };
    },
    onLayout(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    layoutChanged() {
      for (const listener of listeners) listener();
    },
  };
  return frame;
}
