/** Indexes of a cell: row 0 is the head, row 1 the first row of the page. The columns of selection and actions are counted. */
export type CellPosition = { row: number; column: number };

type GridSize = {
  /** Rows of the page, without the head. */
  rows: number;
  columns: number;
  /** Number of rows by which Page Up and Page Down move. */
  pageRows: number;
};

type PressedKey = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const clamp = (number: number, min: number, max: number) => Math.max(min, Math.min(max, number));

/** The cell that a key moves the focus to (WAI-ARIA authoring practices, grid); undefined for other keys. */
export function positionAfterKey(
  pressed: PressedKey,
  { row, column }: CellPosition,
  { rows, columns, pageRows }: GridSize,
): CellPosition | undefined {
  const hasModifier = pressed.ctrlKey || pressed.metaKey;
  const moves: Record<string, () => CellPosition> = hasModifier
    ? { Home: () => ({ row: 1, column: 0 }), End: () => ({ row: rows, column: columns }) }
    : {
        ArrowUp: () => ({ row: row - 1, column }),
        ArrowDown: () => ({ row: row + 1, column }),
        ArrowLeft: () => ({ row, column: column - 1 }),
        ArrowRight: () => ({ row, column: column + 1 }),
        Home: () => ({ row, column: 0 }),
        End: () => ({ row, column: columns }),
        PageUp: () => ({ row: Math.max(1, row - pageRows), column }),
        PageDown: () => ({ row: row + pageRows, column }),
      };
  const next = pressed.altKey ? undefined : moves[pressed.key]?.();
  return next && { row: clamp(next.row, 0, rows), column: clamp(next.column, 0, columns - 1) };
}
