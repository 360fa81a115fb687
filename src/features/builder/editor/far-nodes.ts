import { isOnCanvas, leavesOf, rootId } from "#kit/page-tree.ts";
import type { Editor } from "./editor.ts";
import { type Band, isInBand, manyNodes } from "./frame.ts";

/**
 * Keeps the browser from styling and laying out the contents of nodes that are far from the visible part of the board, on a canvas with many nodes: a
 * switch of the width concerns those that are near. Marks their elements with `data-far`, for which `canvas/page-frame.tsx` has a style. Returns
 * a function that ends this.
 */
export function hideFarNodes({ store, frame, gesture }: Editor): () => void {
  /** What the marks were made for; undefined if they have to be made anew. */
  let marked: { band: Band; places: string } | undefined;
  const mark = (id: string, isFar: boolean) => frame.elements.get(id)?.toggleAttribute("data-far", isFar);

  /** The part of the overlay whose nodes are shown: what is visible, and half as much around it. */
  function bandAround(): Band | undefined {
    const { viewport } = frame;
    if (viewport === undefined) return undefined;
    const { scrollTop, clientHeight } = viewport;
    return { top: scrollTop - clientHeight / 4, bottom: scrollTop + clientHeight * 1.25 };
  }

  function measure() {
    const canvases = store.children(rootId).flatMap((id) => {
      const stage = store.children(id).length === 0 ? undefined : frame.stageOf(id);
      return stage === undefined ? [] : [{ id, stage }];
    });
    return { band: bandAround(), canvases };
  }

  function place({ band, canvases }: ReturnType<typeof measure>): void {
    // The nodes that are dragged are not where the document says.
    if (band === undefined || gesture.get() !== undefined) return;
    const places = canvases.map(({ id, stage }) => `${id} ${stage.y} ${stage.unit}`).join();
    const isNear = marked !== undefined && Math.abs(marked.band.top - band.top) < (band.bottom - band.top) / 8;
    if (isNear && marked?.places === places) return;
    marked = { band, places };
    for (const { id, stage } of canvases) {
      const nodes = leavesOf(store, id);
      for (const node of nodes) mark(node.id, nodes.length >= manyNodes && !isInBand(stage, node, band));
    }
  }

  const unsubscribers = [
    frame.onLayout(measure, place),
    store.onChange(({ records }) => {
      // A node that was moved may be near now.
      for (const { id, after } of records) if (after !== undefined && isOnCanvas(after)) mark(id, false);
    }),
  ];
  const { viewport } = frame;
  const remeasure = () => place(measure());
  viewport?.addEventListener("scroll", remeasure, { passive: true });
  return () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    viewport?.removeEventListener("scroll", remeasure);
  };
}
