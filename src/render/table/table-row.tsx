import { memo } from "react";
import type { GridItem } from "./grid-shape.ts";
import { RowActionButtons, isRowEditable, type RowProps, SelectBox, ColumnValue } from "./row-parts.tsx";
import { useIsSelected } from "./selection.ts";

export type TableRowProps = RowProps & {
  /** The columns to render, with the gaps between them. */
  columnItems: readonly GridItem[];
  /** Left offsets of the frozen columns, px. */
  frozenOffsets: readonly number[];
  /** Index of the row on its page. */
  rowIndex: number;
};

/** A placeholder for the columns that are not rendered. */
export const CellGap = ({ count }: { count: number }) => <td aria-hidden="true" colSpan={count} />;

/** The data cells of a row. Memoised separately from the row, which renders again when it is selected. */
const Cells = memo(function Cells(props: TableRowProps) {
  const { row, columns, columnItems, frozenOffsets, locale, renderLink, isSelectable } = props;
  const isEditable = isRowEditable(props.actions);
  return columnItems.map(({ gap, index: columnIndex }) => {
    const column = columnIndex === undefined ? undefined : columns[columnIndex];
    if (columnIndex === undefined || column === undefined) return <CellGap key="end" count={gap} />;
    const frozenOffset = frozenOffsets[columnIndex];
    const cell = (
      <td
        key={column.field}
        aria-colindex={columnIndex + (isSelectable ? 2 : 1)}
        className={column.align === "end" ? "end" : undefined}
        {...(frozenOffset === undefined ? {} : { "data-frozen": "", style: { left: frozenOffset } })}
        {...(isEditable && column.isEditable ? { "data-editable": column.field } : {})}
      >
        <ColumnValue column={column} row={row} locale={locale} renderLink={renderLink} />
      </td>
    );
    return gap === 0 ? cell : [<CellGap key={`before ${column.field}`} count={gap} />, cell];
  });
});

type ActionProps = Pick<
  TableRowProps,
  "row" | "columns" | "actions" | "locale" | "isSelectable" | "onAction" | "onMenu"
>;

const ActionCell = memo(function ActionCell(props: ActionProps) {
  return (
    <td className="row-actions" aria-colindex={props.columns.length + (props.isSelectable ? 2 : 1)}>
      <RowActionButtons {...props} />
    </td>
  );
});

/** One row of a list. */
export const TableRow = memo(function TableRow(props: TableRowProps & { hasActions: boolean }) {
  const { row, selection, isSelectable, renderLink, hasActions, rowIndex, ...rest } = props;
  const isSelected = useIsSelected(selection, row.id);
  const cellsProps = { ...rest, row, selection, isSelectable, renderLink, rowIndex };
  const { columns, actions, locale, onSelect, onAction, onMenu } = rest;
  // Without the visible columns, so that horizontal scrolling renders neither the checkbox nor the actions again.
  const shared = { row, columns, actions, locale };
  return (
    <tr
      data-row={row.id}
      aria-rowindex={rowIndex + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      className={renderLink === undefined ? undefined : "cursor-pointer"}
    >
      {isSelectable && (
        <td className="row-select" aria-colindex={1}>
          <SelectBox {...shared} selection={selection} onSelect={onSelect} />
        </td>
      )}
      <Cells {...cellsProps} />
      {hasActions && <ActionCell {...shared} isSelectable={isSelectable} onAction={onAction} onMenu={onMenu} />}
    </tr>
  );
});
