import type { PlayColumn } from "#kit/auto.ts";

/** A stretch of rows or columns by their places in the list, `to` excluded. */
export type Span = { from: number; to: number };

/** Horizontal padding of a cell in px. */
const padding = 24;
const sortMarkWidth = 22;
/** Default widths of columns by cell style, in px. */
const widths: Readonly<Record<string, number>> = { link: 288, bool: 104, number: 120, enum: 136 };
const textWidth = 168;
/** Beyond this a column of text is not read more easily. */
const maxWidth = 400;

/** The width of a heading in px, near enough: a Chinese character is as wide as it is high. */
function headingWidth({ name, sortable }: PlayColumn): number {
  const letters = [...name].reduce((sum, letter) => sum + (letter > "\u2E7F" ? 14 : 7.5), 0);
  return Math.ceil(letters) + padding + (sortable ? sortMarkWidth : 0);
}

/** The base width of a column in px: its own, else by cell style and heading. The same on every page. */
export const columnWidth = (column: PlayColumn): number =>
  column.style.width ?? Math.max(widths[column.style.type] ?? textWidth, Math.min(headingWidth(column), 240));

/** A column's share of the remaining width. */
const appetite = ({ style, isTitle }: PlayColumn): number =>
  style.width !== undefined ? 0 : isTitle ? 2 : widths[style.type] === undefined ? 1 : 0;

/**
 * The widths of columns, px, in a table that is `room` px wide: text columns share the remaining width, the title gets most of it. If the table is
 * too narrow, columns keep their base widths.
 */
export function layOut(columns: readonly PlayColumn[], availableWidth: number): number[] {
  const plain = columns.map(columnWidth);
  const freeWidth = Math.floor(availableWidth - plain.reduce((sum, width) => sum + width, 0));
  if (freeWidth <= 0) return plain;
  const shares = columns.map(appetite);
  const sum = shares.reduce((total, share) => total + share, 0);
  const grown = plain.map((width, index) => {
    const more = sum === 0 ? freeWidth / plain.length : (freeWidth * shares[index]!) / sum;
    const maximum = columns[index]!.isTitle || sum === 0 ? Number.POSITIVE_INFINITY : Math.max(width, maxWidth);
    return Math.floor(Math.min(width + more, maximum));
  });
  // The rounding remainder goes to the title, or to the last column.
  const remainder = Math.floor(availableWidth) - grown.reduce((total, width) => total + width, 0);
  const taker = columns.findIndex(({ isTitle }) => isTitle);
  return grown.map((width, index) => (index === (taker === -1 ? grown.length - 1 : taker) ? width + remainder : width));
}

/** Scrolling by less than this renders nothing: rows, and px of columns. */
const rowStep = 4;
const columnStep = 120;

/** The rows to render from the scroll position `top` px. */
export function rowsAt(top: number, height: number, { rowHeight, count }: { rowHeight: number; count: number }): Span {
  const first = Math.floor(Math.max(0, top) / (rowHeight * rowStep)) * rowStep;
  const visibleRows = Math.ceil(height / rowHeight) + rowStep;
  return { from: Math.max(0, Math.min(first, count) - 2), to: Math.min(count, first + visibleRows + 1) };
}

/** The columns to render for a viewport that begins at `left` px and is `room` px wide. */
export function columnsAt(left: number, viewWidth: number, columnWidths: readonly number[]): Span {
  const start = Math.floor(Math.max(0, left) / columnStep) * columnStep;
  const end = start + columnStep + viewWidth;
  let place = 0;
  let from = columnWidths.length;
  let to = 0;
  for (const [index, width] of columnWidths.entries()) {
    if (place + width > start && place < end) {
      from = Math.min(from, index);
      to = index + 1;
    }
    place += width;
  }
  return { from: Math.min(from, to), to };
}

/** An item of a virtualized table: `gap` skipped rows or columns, then the one at `index`; the last item has only a gap. */
export type GridItem = { gap: number; index: number | undefined };

/** A span and single indexes outside of it, with the gaps between them. */
export function gridItems(span: Span, extraIndexes: readonly number[], count: number): GridItem[] {
  const inside = Array.from({ length: Math.max(0, span.to - span.from) }, (_, n) => span.from + n);
  const rendered = [...new Set([...inside, ...extraIndexes])]
    .filter((column) => column >= 0 && column < count)
    .toSorted((a, b) => a - b);
  const segments = rendered.map((index, n): GridItem => ({ gap: index - (n === 0 ? 0 : rendered[n - 1]! + 1), index }));
  const end = count - ((rendered.at(-1) ?? -1) + 1);
  return end === 0 ? segments : [...segments, { gap: end, index: undefined }];
}
