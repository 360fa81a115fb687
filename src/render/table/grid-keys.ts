/** A cell: row 0 is the head, the next ones are the rows of the page; the columns of selection and actions count. */
export type Place = { row: number; column: number };

type Extent = {
  /** Rows of the page, without the head. */
  rows: number;
  columns: number;
  /** Rows per page for Page Up and Page Down. */
  page: number;
};

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const clamp = (number: number, min: number, max: number) => Math.max(min, Math.min(max, number));

/** The cell that a key moves the focus to (WAI-ARIA authoring practices, grid); undefined for other keys. */
export function placeAfter(
  pressed: Pressed,
  { row, column }: Place,
  { rows, columns, page }: Extent,
): Place | undefined {
  const isFar = pressed.ctrlKey || pressed.metaKey;
  const moves: Record<string, () => Place> = isFar
    ? { Home: () => ({ row: 1, column: 0 }), End: () => ({ row: rows, column: columns }) }
    : {
        ArrowUp: () => ({ row: row - 1, column }),
        ArrowDown: () => ({ row: row + 1, column }),
        ArrowLeft: () => ({ row, column: column - 1 }),
        ArrowRight: () => ({ row, column: column + 1 }),
        Home: () => ({ row, column: 0 }),
        End: () => ({ row, column: columns }),
        PageUp: () => ({ row: Math.max(1, row - page), column }),
        PageDown: () => ({ row: row + page, column }),
      };
  const next = pressed.altKey ? undefined : moves[pressed.key]?.();
  return next && { row: clamp(next.row, 0, rows), column: clamp(next.column, 0, columns - 1) };
}
