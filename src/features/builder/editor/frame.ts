import type { Box } from "#kit/page.ts";
import { bounds, type Point, rotatedBounds } from "#kit/geometry.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import { designWidth } from "#widgets/canvas.tsx";

/** The position of a canvas (top left corner, px of the overlay), its scale (`unit`: px of the overlay per design px) and its size in design px. */
export type Stage = { x: number; y: number; unit: number; w: number; h: number };

/** A box of a canvas, in px of the overlay. */
export const overlayBoxOf = (stage: Stage, { x, y, w, h }: Box): Box => ({
  x: stage.x + x * stage.unit,
  y: stage.y + y * stage.unit,
  w: w * stage.unit,
  h: h * stage.unit,
});

/** Fewer nodes are shown, and change their language, as a whole. */
export const manyNodes = 200;

/** A part of the overlay over its whole width, in px. */
export type Band = { top: number; bottom: number };

/** Whether a node on a canvas is in a part of the overlay. */
export function isInBand(stage: Stage, node: PlacedNode, { top, bottom }: Band): boolean {
  const { y, h } = overlayBoxOf(stage, rotatedBounds(node));
  return y + h >= top && y <= bottom;
}

/** The rendered page in its frame. Boxes are in px of the overlay. */
export type Frame = {
  /** Set by the component that renders the frame. */
  element: HTMLIFrameElement | undefined;
  /** The scrolling element around the page; set by the board. */
  viewport: HTMLElement | undefined;
  zoom: number;
  /** The rendered elements of records, by record id. */
  elements: Map<string, HTMLElement>;
  /** The box of a record; undefined while it is not rendered. */
  boxOf: (id: string) => Box | undefined;
  /** The element of the page under a point of the window. */
  elementAt: (point: Point) => Element | undefined;
  /** The id of the node under a point of the window, else of the widget; never of a group. */
  recordIdAt: (point: Point) => string | undefined;
  /** Position and scale of the canvas of a widget; undefined when its nodes are stacked (narrow pages). */
  stageOf: (widgetId: string) => Stage | undefined;
  /** The design width of places in stacks, in px, while those of a narrow width are edited. */
  stackWidth: number | undefined;
  /** `stageOf`, and while places in stacks are edited, the stack with their scale. */
  placeStageOf: (widgetId: string) => Stage | undefined;
  /**
   * Called when something in the page may have moved. All listeners `measure` before one of them `place`s its marks, because a measurement after a
   * change lays out everything anew.
   */
  onLayout: <M>(measure: () => M, place?: (measured: M) => void) => () => void;
  /** Reports a change once the running code has ended, however often it is called until then. */
  layoutChanged: () => void;
};

export function createFrame(): Frame {
  const listeners = new Set<() => () => void>();
  let isReported = true;
  const elements = new Map<string, HTMLElement>();
  const toOverlayBox = ({ left, top, width, height }: DOMRect): Box => ({
    x: left * frame.zoom,
    y: top * frame.zoom,
    w: width * frame.zoom,
    h: height * frame.zoom,
  });
  const isStack = (stage: Element) => stage.ownerDocument.defaultView?.getComputedStyle(stage).display === "grid";
  function stageIn(stage: Element, width: number): Stage {
    const { x, y, w, h } = toOverlayBox(stage.getBoundingClientRect());
    const unit = w / width;
    return { x, y, unit, w: width, h: h / unit };
  }
  const frame: Frame = {
    element: undefined,
    viewport: undefined,
    zoom: 1,
    stackWidth: undefined,
    elements,
    boxOf(id) {
      const element = elements.get(id);
      if (element === undefined) return undefined;
      // The box of a group is the union of its nodes' boxes.
      const drawnElements =
        element.dataset.group === undefined ? [element] : [...element.querySelectorAll("[data-node]")];
      return bounds(drawnElements.map((part) => toOverlayBox(part.getBoundingClientRect())));
    },
    elementAt({ x, y }) {
      const { element, zoom } = frame;
      const frameDocument = element?.contentDocument;
      if (element === undefined || !frameDocument) return undefined;
      const { left, top } = element.getBoundingClientRect();
      return frameDocument.elementFromPoint((x - left) / zoom, (y - top) / zoom) ?? undefined;
    },
    recordIdAt(point) {
      const owner = frame.elementAt(point)?.closest<HTMLElement>("[data-node], [data-id]");
      return owner?.dataset.node ?? owner?.dataset.id;
    },
    stageOf(widgetId) {
      const stage = elements.get(widgetId)?.querySelector(".stage");
      return !stage || isStack(stage) ? undefined : stageIn(stage, designWidth);
    },
    placeStageOf(widgetId) {
      const stage = elements.get(widgetId)?.querySelector(".stage");
      if (frame.stackWidth === undefined || !stage || !isStack(stage)) return frame.stageOf(widgetId);
      return stageIn(stage, frame.stackWidth);
    },
    onLayout(measure, place) {
      const listener = () => {
        const measured = measure();
        return () => place?.(measured);
      };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    layoutChanged() {
      if (!isReported) return;
      isReported = false;
      queueMicrotask(() => {
        isReported = true;
        const placements = [...listeners].map((listener) => listener());
        for (const place of placements) place();
      });
    },
  };
  return frame;
}
