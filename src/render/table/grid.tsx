import { type CSSProperties, Fragment, type PointerEvent, type RefObject, useMemo, useRef } from "react";
import type { RowAction } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { SortOrder } from "#kit/filter.ts";
import type { Density } from "#kit/list-layout.ts";
import type { Locale } from "#kit/text.ts";
import { useMedia } from "#ui/media.ts";
import { CellPencil, placePencil } from "./cell-pencil.tsx";
import { layOut } from "./grid-shape.ts";
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
  /** The most actions that a row has. */
  actionCount: number;
  sort: SortOrder;
  density: Density;
  /** The number of frozen columns; undefined for the default. */
  frozen: number | undefined;
  locale: Locale;
  selection: Selection;
  isSelectable: boolean;
  /** How many rows can be selected. */
  selectable: number;
  renderLink: RenderLink | undefined;
  onAll: SelectAll["onAll"];
  onSort: (field: string) => void;
  /** A column was resized to this width in px; undefined: reset. */
  onWidth: (field: string, width: number | undefined) => void;
  /** `toHere`: with all rows from the one selected last. */
  onEditCell: EditCell;
  onSelect: (id: string, isSelected: boolean, toHere?: boolean) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
  onMenu: (row: AnyRow, button: HTMLButtonElement) => void;
};

/** px. A finger needs higher lines than a mouse. */
const lineHeights = {
  compact: { fine: 33, coarse: 45 },
  normal: { fine: 41, coarse: 49 },
  roomy: { fine: 55, coarse: 61 },
};
const actionWidths = { fine: 36, coarse: 44 };
const selectWidth = 44;

/** The left offsets of frozen columns, px: as many as the person chose, else the title if it is the first column and leaves room for others. */
function frozenStops(
  columns: readonly TableColumn[],
  widths: readonly number[],
  {
    start,
    room,
    frozen = columns[0]?.isTitle === true ? 1 : 0,
  }: { start: number; room: number; frozen: number | undefined },
): number[] {
  const ends = widths
    .slice(0, frozen)
    .map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0));
  return ends.filter((end) => end < room * 0.6).map((end, index) => start + end - widths[index]!);
}

/**
 * The rows of a list as a table. A large one is virtualized; head, selection, title and actions stay visible while scrolling. Screen readers get
 * positions from the ARIA indexes.
 */
export function Grid(props: GridProps) {
  const { region, width, columns, rows, actionsFor, actionCount, selection, isSelectable, selectable, onAll } = props;
  const { sort, locale, onSort, density, frozen } = props;
  const pointer = useMedia("(pointer: coarse)") ? "coarse" : "fine";
  const start = isSelectable ? selectWidth : 0;
  const end = actionCount === 0 ? 0 : actionCount * actionWidths[pointer] + 16;
  const availableWidth = width - start - end;
  const widths = useMemo(() => layOut(columns, availableWidth), [columns, availableWidth]);
  const stops = useMemo(
    () => frozenStops(columns, widths, { start, room: availableWidth, frozen }),
    [columns, widths, start, availableWidth, frozen],
  );
  const rowHeight = lineHeights[density][pointer];
  const fixedWidth = start + end + widths.slice(0, stops.length).reduce((sum, columnWidth) => sum + columnWidth, 0);
  const hasActions = actionCount > 0;
  const columnCount = columns.length + (isSelectable ? 1 : 0) + (hasActions ? 1 : 0);
  /** Edits the value of a cell, where that can be done. */
  function edit(cell: HTMLElement): boolean {
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
    edit,
  });
  const gridWindow = useGridWindow(region, {
    rowCount: rows.length,
    rowHeight,
    widths,
    frozen: stops.length,
    fixedWidth,
    width,
    pinned: active && { row: active.row - 1, column: active.column - (isSelectable ? 1 : 0) },
  });
  const pencil = useRef<HTMLButtonElement>(null);
  const showPencil = ({ target }: PointerEvent) => placePencil(pencil.current, target);
  const total = widths.reduce((sum, columnWidth) => sum + columnWidth, start + end);
  const selectAll = useMemo(
    () => (isSelectable ? { selection, selectable, onAll } : undefined),
    [isSelectable, selection, selectable, onAll],
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
        {...(total > width ? { "data-overflows": "" } : {})}
        style={
          {
            "--row": `${rowHeight}px`,
            "--left": `${fixedWidth - end}px`,
            "--right": `${end}px`,
            width: total,
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
          items={gridWindow.columns}
          stops={stops}
          sort={sort}
          locale={locale}
          selectAll={selectAll}
          hasActions={hasActions}
          onSort={onSort}
          onWidth={props.onWidth}
        />
        <tbody>
          {gridWindow.rows.map(({ gap, index: at }) => {
            const row = at === undefined ? undefined : rows[at];
            const blank = gap > 0 && (
              <tr key="gap" aria-hidden="true">
                <td colSpan={columns.length + 2} style={{ height: gap * rowHeight }} />
              </tr>
            );
            if (at === undefined || row === undefined) return <Fragment key="end">{blank}</Fragment>;
            return (
              <Fragment key={row.id}>
                {blank}
                <TableRow
                  row={row}
                  at={at}
                  columns={columns}
                  items={gridWindow.columns}
                  stops={stops}
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
      <CellPencil ref={pencil} locale={locale} onEdit={edit} />
    </>
  );
}
