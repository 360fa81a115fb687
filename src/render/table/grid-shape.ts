import type { ListColumn } from "#kit/auto.ts";

/** A range of row or column indexes; `to` is excluded. */
export type Span = { from: number; to: number };

/** Horizontal padding of a cell in px. */
const cellPadding = 24;
const sortMarkWidth = 22;
/** Width beyond which a heading does not widen its column, px. */
const maxHeadingWidth = 240;
/** Default widths of columns by cell style, in px. */
const defaultWidths: Readonly<Record<string, number>> = { link: 288, bool: 104, number: 120, enum: 136 };
const textWidth = 168;
/** Widths to which the title and other texts shrink if the table then fits, px. */
const narrowWidths = { title: 200, text: 128 };
/** Width beyond which a text column is no easier to read, px. */
const maxWidth = 400;

/** The approximate width of a heading, px: 14 for a Chinese character, 7.5 for others. */
function headingWidth({ name, sortable }: ListColumn): number {
  const lettersWidth = [...name].reduce((sum, letter) => sum + (letter > "\u2E7F" ? 14 : 7.5), 0);
  return Math.ceil(lettersWidth) + cellPadding + (sortable ? sortMarkWidth : 0);
}

/** The base width of a column, px: the configured width, otherwise by cell style and heading. The rows of a page have no influence. */
export const columnWidth = (column: ListColumn): number =>
  column.style.width ??
  Math.max(defaultWidths[column.style.type] ?? textWidth, Math.min(headingWidth(column), maxHeadingWidth));

/** A column's share of the remaining width, relative to that of the others. */
const widthShare = ({ style, isTitle }: ListColumn): number =>
  style.width !== undefined ? 0 : isTitle ? 2 : defaultWidths[style.type] === undefined ? 1 : 0;

/** How much narrower than its base width a column may be, px. A configured width stays, and so does a heading. */
function spareWidth(column: ListColumn): number {
  if (widthShare(column) === 0) return 0;
  const narrow = column.isTitle ? narrowWidths.title : narrowWidths.text;
  return Math.max(0, columnWidth(column) - Math.max(narrow, Math.min(headingWidth(column), maxHeadingWidth)));
}

/** Base widths that are `missing` px too wide, narrowed by that; the same if they cannot be narrowed so much. */
function narrowed(columns: readonly ListColumn[], baseWidths: number[], missing: number): number[] {
  const spare = columns.map(spareWidth);
  const sum = spare.reduce((total, width) => total + width, 0);
  if (sum < missing) return baseWidths;
  let rest = missing;
  return baseWidths.map((width, index) => {
    const less = Math.min(rest, Math.ceil((missing * spare[index]!) / (sum || 1)));
    rest -= less;
    return width - less;
  });
}

/**
 * The widths of columns, px, in a table of `availableWidth` px: text columns share the remaining width, the title gets most of it. If the table is
 * a little too narrow, they give up some of their width; if that is not enough, columns keep their base widths.
 */
export function layOutColumns(columns: readonly ListColumn[], availableWidth: number): number[] {
  const baseWidths = columns.map(columnWidth);
  const freeWidth = Math.floor(availableWidth - baseWidths.reduce((sum, width) => sum + width, 0));
  if (freeWidth <= 0) return narrowed(columns, baseWidths, -freeWidth);
  const shares = columns.map(widthShare);
  const sum = shares.reduce((total, share) => total + share, 0);
  const finalWidths = baseWidths.map((width, index) => {
    const extraWidth = sum === 0 ? freeWidth / baseWidths.length : (freeWidth * shares[index]!) / sum;
    const maximum = columns[index]!.isTitle || sum === 0 ? Number.POSITIVE_INFINITY : Math.max(width, maxWidth);
    return Math.floor(Math.min(width + extraWidth, maximum));
  });
  // The rounding remainder goes to the title, or to the last column.
  const remainder = Math.floor(availableWidth) - finalWidths.reduce((total, width) => total + width, 0);
  const remainderIndex = columns.findIndex(({ isTitle }) => isTitle);
  return finalWidths.map((width, index) =>
    index === (remainderIndex === -1 ? finalWidths.length - 1 : remainderIndex) ? width + remainder : width,
  );
}

/** The rendered range changes in steps of this many rows, and px of columns: scrolling within a step renders nothing. */
const rowStep = 4;
const columnStep = 120;

/** The rows to render at the scroll position `top`, in a viewport of `height`, px: the visible ones, and a few above and below them. */
export function rowsAt(top: number, height: number, { rowHeight, count }: { rowHeight: number; count: number }): Span {
  const first = Math.floor(Math.max(0, top) / (rowHeight * rowStep)) * rowStep;
  const visibleRows = Math.ceil(height / rowHeight) + rowStep;
  return { from: Math.max(0, Math.min(first, count) - 2), to: Math.min(count, first + visibleRows + 1) };
}

/** The columns to render at the scroll position `left`, in a viewport of `viewWidth`, px. */
export function columnsAt(left: number, viewWidth: number, columnWidths: readonly number[]): Span {
  const start = Math.floor(Math.max(0, left) / columnStep) * columnStep;
  const end = start + columnStep + viewWidth;
  let position = 0;
  let from = columnWidths.length;
  let to = 0;
  for (const [index, width] of columnWidths.entries()) {
    if (position + width > start && position < end) {
      from = Math.min(from, index);
      to = index + 1;
    }
    position += width;
  }
  return { from: Math.min(from, to), to };
}

/** An item of a virtualized table: a gap of `gap` skipped rows or columns, followed by the row or column `index`; undefined for a gap at the end. */
export type GridItem = { gap: number; index: number | undefined };

/** The items for a span and for single indexes outside it, with the gaps between them. */
export function gridItems(span: Span, extraIndexes: readonly number[], count: number): GridItem[] {
  const spanIndexes = Array.from({ length: Math.max(0, span.to - span.from) }, (_, n) => span.from + n);
  const renderedIndexes = [...new Set([...spanIndexes, ...extraIndexes])]
    .filter((index) => index >= 0 && index < count)
    .toSorted((a, b) => a - b);
  const items = renderedIndexes.map((index, n): GridItem => ({
    gap: index - (n === 0 ? 0 : renderedIndexes[n - 1]! + 1),
    index,
  }));
  const end = count - ((renderedIndexes.at(-1) ?? -1) + 1);
  return end === 0 ? items : [...items, { gap: end, index: undefined }];
}
