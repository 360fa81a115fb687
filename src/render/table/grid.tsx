import { type CSSProperties, Fragment, type PointerEvent, type RefObject, useMemo, useRef } from "react";
import type { RowAction } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import { defaultFrozenCount, type Density } from "#kit/list-layout.ts";
import type { Locale } from "#kit/text.ts";
import { useMedia } from "#ui/media.ts";
import { CellPencil, placePencil } from "./cell-pencil.tsx";
import { layOutColumns } from "./grid-shape.ts";
import type { Selection } from "./selection.ts";
import type { EditCell, RenderLink } from "./row-parts.tsx";
import { type SelectAll, TableHead } from "./table-head.tsx";
import type { TableColumn } from "./table-cell.tsx";
import { TableRow } from "./table-row.tsx";
import { useGridFocus } from "./use-grid-focus.ts";
import { useGridWindow } from "./use-grid-window.ts";

type GridProps = {
  /** The scroll container, and its width in px. */
  region: RefObject<HTMLElement | null>;
  width: number;
  label: string;
  columns: readonly TableColumn[];
  rows: readonly AnyRow[];
  actionsFor: (row: AnyRow) => readonly RowAction[];
  /** The largest number of action buttons in a row. */
  actionCount: number;
  sort: SortOrder;
  density: Density;
  /** The number of frozen columns; undefined for the default. */
  frozenCount: number | undefined;
  locale: Locale;
  selection: Selection;
  isSelectable: boolean;
  /** Number of rows that can be selected. */
  selectableCount: number;
  renderLink: RenderLink | undefined;
  onSelectAll: SelectAll["onSelectAll"];
  onSort: (field: string) => void;
  /** Called with the new width of a column, px; undefined resets it. */
  onWidth: (field: string, width: number | undefined) => void;
  onEditCell: EditCell;
  /** `isRange`: selects all rows from the last selected row to this one. */
  onSelect: (id: string, isSelected: boolean, isRange?: boolean) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
  onMenu: (row: AnyRow, button: HTMLButtonElement) => void;
};

/** Heights of rows, px: larger for touch than for a mouse. */
const rowHeights = {
  compact: { fine: 33, coarse: 45 },
  normal: { fine: 41, coarse: 49 },
  roomy: { fine: 55, coarse: 61 },
};
/** Widths of an action button and of the column of checkboxes, px, and the horizontal padding of the column of actions (ui/app.css). */
const actionWidths = { fine: 36, coarse: 44 };
const selectWidth = 44;
const actionPadding = 16;

/**
 * The left offsets of frozen columns, px: as many as the person chose, by default the title if it is the first column. Columns that end beyond 60% of
 * the available width are not frozen.
 */
function frozenOffsetsOf(
  columns: readonly TableColumn[],
  widths: readonly number[],
  {
    start,
    availableWidth,
    frozenCount = defaultFrozenCount(columns),
  }: { start: number; availableWidth: number; frozenCount: number | undefined },
): number[] {
  const columnEnds = widths
    .slice(0, frozenCount)
    .map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0));
  return columnEnds.filter((end) => end < availableWidth * 0.6).map((end, index) => start + end - widths[index]!);
}

/**
 * The rows of a list as a table. A large table is virtualized. Head, selection, title and actions stay visible while scrolling. ARIA indexes give the
 * positions to screen readers.
 */
export function Grid(props: GridProps) {
  const {
    region,
    width,
    columns,
    rows,
    actionsFor,
    actionCount,
    selection,
    isSelectable,
    selectableCount,
    onSelectAll,
  } = props;
  const { sort, locale, onSort, density, frozenCount } = props;
  const pointerType = useMedia("(pointer: coarse)") ? "coarse" : "fine";
  const start = isSelectable ? selectWidth : 0;
  const end = actionCount === 0 ? 0 : actionCount * actionWidths[pointerType] + actionPadding;
  const availableWidth = width - start - end;
  const widths = useMemo(() => layOutColumns(columns, availableWidth), [columns, availableWidth]);
  const frozenOffsets = useMemo(
    () => frozenOffsetsOf(columns, widths, { start, availableWidth, frozenCount }),
    [columns, widths, start, availableWidth, frozenCount],
  );
  const rowHeight = rowHeights[density][pointerType];
  const fixedWidth =
    start + end + widths.slice(0, frozenOffsets.length).reduce((sum, columnWidth) => sum + columnWidth, 0);
  const hasActions = actionCount > 0;
  const columnCount = columns.length + (isSelectable ? 1 : 0) + (hasActions ? 1 : 0);
  /** Opens the inline editor of a cell; returns false if the cell has none. */
  function editCell(cell: HTMLElement): boolean {
    const row = rows.find(({ id }) => id === cell.closest<HTMLElement>("[data-row]")?.dataset.row);
    const column = columns.find(({ field }) => field === cell.dataset.editable);
    if (row === undefined || column === undefined) return false;
    props.onEditCell(row, column, cell);
    return true;
  }
  const { active, ...focus } = useGridFocus({
    region,
    rows,
    columnCount,
    select: isSelectable ? props.onSelect : undefined,
    isSelected: (id) => selection.ids().has(id),
    edit: editCell,
  });
  const gridWindow = useGridWindow(region, {
    rowCount: rows.length,
    rowHeight,
    widths,
    frozenCount: frozenOffsets.length,
    fixedWidth,
    width,
    pinned: active && { row: active.row - 1, column: active.column - (isSelectable ? 1 : 0) },
  });
  const pencil = useRef<HTMLButtonElement>(null);
  const showPencil = ({ target }: PointerEvent) => placePencil(pencil.current, target);
  const totalWidth = widths.reduce((sum, columnWidth) => sum + columnWidth, start + end);
  const selectAll = useMemo(
    () => (isSelectable ? { selection, selectableCount, onSelectAll } : undefined),
    [isSelectable, selection, selectableCount, onSelectAll],
  );
  return (
    <>
      <table
        onPointerOver={showPencil}
        // A table with keyboard navigation has the role of a grid (WAI-ARIA authoring practices).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className="data-grid"
        {...focus}
        {...(totalWidth > width ? { "data-overflows": "" } : {})}
        style={
          {
            // `--left` and `--right`: the widths of the columns that stay in place at the sides, kept free when a cell is scrolled into view.
            "--row": `${rowHeight}px`,
            "--left": `${fixedWidth - end}px`,
            "--right": `${end}px`,
            width: totalWidth,
          } as CSSProperties
        }
        aria-label={props.label}
        aria-multiselectable={isSelectable}
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
      >
        <colgroup>
          {isSelectable && <col style={{ width: start }} />}
          {columns.map(({ field }, index) => (
            <col key={field} style={{ width: widths[index] }} />
          ))}
          {hasActions && <col style={{ width: end }} />}
        </colgroup>
        <TableHead
          columns={columns}
          columnItems={gridWindow.columns}
          frozenOffsets={frozenOffsets}
          sort={sort}
          locale={locale}
          selectAll={selectAll}
          hasActions={hasActions}
          onSort={onSort}
          onWidth={props.onWidth}
        />
        <tbody>
          {gridWindow.rows.map(({ gap, index: rowIndex }) => {
            const row = rowIndex === undefined ? undefined : rows[rowIndex];
            const gapRow = gap > 0 && (
              <tr key="gap" aria-hidden="true">
                <td colSpan={columns.length + 2} style={{ height: gap * rowHeight }} />
              </tr>
            );
            if (rowIndex === undefined || row === undefined) return <Fragment key="end">{gapRow}</Fragment>;
            return (
              <Fragment key={row.id}>
                {gapRow}
                <TableRow
                  row={row}
                  rowIndex={rowIndex}
                  columns={columns}
                  columnItems={gridWindow.columns}
                  frozenOffsets={frozenOffsets}
                  actions={actionsFor(row)}
                  hasActions={hasActions}
                  locale={locale}
                  selection={selection}
                  isSelectable={isSelectable}
                  renderLink={props.renderLink}
                  onSelect={props.onSelect}
                  onAction={props.onAction}
                  onMenu={props.onMenu}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <CellPencil ref={pencil} locale={locale} onEdit={editCell} />
    </>
  );
}
