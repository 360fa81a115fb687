import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { isSame } from "#kit/same.ts";
import { columnsAt, type GridItem, gridItems, rowsAt } from "./grid-shape.ts";

/** Up to this many cells are all rendered: the browser's search finds every word, and scrolling renders nothing. */
const maxComplete = 400;

type Shape = {
  rowCount: number;
  /** px, one line. */
  rowHeight: number;
  /** px of each column. */
  widths: readonly number[];
  /** The number of frozen columns, and their total width in px. */
  frozen: number;
  fixedWidth: number;
  /** px of the region. */
  width: number;
  /** A row and a column, from 0, that are rendered wherever the grid is scrolled to. */
  pinned: { row: number; column: number } | undefined;
};

/** Whether everything is rendered: for paper, and for who searches the page with the browser, which finds only what is there. */
function useIsComplete(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const show = (is: boolean) => () => flushSync(() => setWhole(is));
    addEventListener("beforeprint", show(true), { signal });
    addEventListener("afterprint", show(false), { signal });
    addEventListener(
      "keydown",
      ({ key, ctrlKey, metaKey }) => {
        if (key === "F3" || (key.toLowerCase() === "f" && (ctrlKey || metaKey))) show(true)();
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  return isWhole;
}

/** px of the region's inner width; 0 until it is there. */
export function useWidth(region: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [region]);
  return width;
}

/** px of the screen around a list; the list takes at most the rest, so that its head and its last column stay visible. */
export const gridMargin = 136;
const leastHeight = 320;
export const gridMaxHeight = `max(${leastHeight}px, calc(100dvh - ${gridMargin}px))`;
const height = () => Math.max(leastHeight, innerHeight - gridMargin);

/** The rows and columns that are rendered of a large table: what is in sight and a little more. */
export function useGridWindow(
  region: RefObject<HTMLElement | null>,
  { rowCount, rowHeight, widths, frozen, fixedWidth, width, pinned }: Shape,
): { rows: GridItem[]; columns: GridItem[] } {
  const isWhole = useIsComplete() || rowCount * widths.length <= maxComplete;
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const spansAt = ({ top, left }: typeof scroll) => {
    const moving = widths.slice(frozen);
    const columns = isWhole ? { from: 0, to: moving.length } : columnsAt(left, width - fixedWidth, moving);
    return {
      rows: isWhole ? { from: 0, to: rowCount } : rowsAt(top, height(), { rowHeight, count: rowCount }),
      columns: { from: columns.from + frozen, to: columns.to + frozen },
    };
  };
  const spans = spansAt(scroll);

  useEffect(() => {
    const element = region.current;
    if (element === null || isWhole) return;
    const follow = () => {
      const next = { top: element.scrollTop, left: element.scrollLeft };
      // In the same frame: otherwise newly visible cells would be empty for one.
      if (!isSame(spansAt(next), spans)) flushSync(() => setScroll(next));
    };
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  });

  const [rowFrom, rowTo] = [spans.rows.from, spans.rows.to];
  const [columnFrom, columnTo] = [spans.columns.from, spans.columns.to];
  const { row = -1, column = -1 } = pinned ?? {};
  const rows = useMemo(() => gridItems({ from: rowFrom, to: rowTo }, [row], rowCount), [rowFrom, rowTo, row, rowCount]);
  const columns = useMemo(() => {
    const first = Array.from({ length: frozen }, (_, index) => index);
    return gridItems({ from: columnFrom, to: columnTo }, [...first, column], widths.length);
  }, [columnFrom, columnTo, frozen, column, widths.length]);
  return { rows, columns };
}
