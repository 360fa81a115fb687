import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { isSame } from "#kit/same.ts";
import { columnsAt, type GridItem, gridItems, rowsAt } from "./grid-shape.ts";

/** Number of cells up to which all are rendered: the browser's text search finds all of them, and scrolling renders nothing. */
const maxRenderedCells = 400;

type GridDimensions = {
  rowCount: number;
  /** Height of a row, px. */
  rowHeight: number;
  /** Width of each column, px. */
  widths: readonly number[];
  /** The number of frozen columns, and their total width in px. */
  frozenCount: number;
  fixedWidth: number;
  /** Width of the region, px. */
  width: number;
  /** Indexes of a row and a column that are rendered at any scroll position. */
  pinned: { row: number; column: number } | undefined;
};

/** Whether all cells must be rendered: for printing, and for the browser's text search, which finds only rendered cells. */
function useRendersAll(): boolean {
  const [rendersAll, setRendersAll] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const setAll = (isOn: boolean) => () => flushSync(() => setRendersAll(isOn));
    addEventListener("beforeprint", setAll(true), { signal });
    addEventListener("afterprint", setAll(false), { signal });
    addEventListener(
      "keydown",
      ({ key, ctrlKey, metaKey }) => {
        if (key === "F3" || (key.toLowerCase() === "f" && (ctrlKey || metaKey))) setAll(true)();
      },
      { signal },
    );
    return () => controller.abort();
  }, []);
  return rendersAll;
}

/** The inner width of the region, px; 0 before it is mounted. */
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

/** Height of the window that a list leaves free, px, so that its head and its horizontal scroll bar stay visible. */
const gridMargin = 136;
const minHeight = 320;
export const gridMaxHeight = `max(${minHeight}px, calc(100dvh - ${gridMargin}px))`;
const viewportHeight = () => Math.max(minHeight, innerHeight - gridMargin);

/** The rows and columns of a large table to render: the visible ones and a few around them. */
export function useGridWindow(
  region: RefObject<HTMLElement | null>,
  { rowCount, rowHeight, widths, frozenCount, fixedWidth, width, pinned }: GridDimensions,
): { rows: GridItem[]; columns: GridItem[] } {
  const rendersAll = useRendersAll() || rowCount * widths.length <= maxRenderedCells;
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const spansAt = ({ top, left }: typeof scroll) => {
    const scrollableWidths = widths.slice(frozenCount);
    const columns = rendersAll
      ? { from: 0, to: scrollableWidths.length }
      : columnsAt(left, width - fixedWidth, scrollableWidths);
    return {
      rows: rendersAll ? { from: 0, to: rowCount } : rowsAt(top, viewportHeight(), { rowHeight, count: rowCount }),
      columns: { from: columns.from + frozenCount, to: columns.to + frozenCount },
    };
  };
  const spans = spansAt(scroll);

  useEffect(() => {
    const element = region.current;
    if (element === null || rendersAll) return;
    const onScroll = () => {
      const next = { top: element.scrollTop, left: element.scrollLeft };
      // Renders in the same frame, so that newly visible cells are not blank for a frame.
      if (!isSame(spansAt(next), spans)) flushSync(() => setScroll(next));
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  });

  const [rowFrom, rowTo] = [spans.rows.from, spans.rows.to];
  const [columnFrom, columnTo] = [spans.columns.from, spans.columns.to];
  const { row = -1, column = -1 } = pinned ?? {};
  const rows = useMemo(() => gridItems({ from: rowFrom, to: rowTo }, [row], rowCount), [rowFrom, rowTo, row, rowCount]);
  const columns = useMemo(() => {
    const frozenIndexes = Array.from({ length: frozenCount }, (_, index) => index);
    return gridItems({ from: columnFrom, to: columnTo }, [...frozenIndexes, column], widths.length);
  }, [columnFrom, columnTo, frozenCount, column, widths.length]);
  return { rows, columns };
}
