import { memo } from "react";
import type { GridItem } from "./grid-shape.ts";
import { Actions, isRowEditable, type RowProps, SelectBox, Value } from "./row-parts.tsx";
import { useIsSelected } from "./selection.ts";

export type LineProps = RowProps & {
  /** The columns that are drawn, with the gaps between them. */
  items: readonly GridItem[];
  /** px from the left at which the frozen columns stand. */
  stops: readonly number[];
  /** The place of the row on its page, from 0. */
  at: number;
};

/** A placeholder for the columns that are not rendered. */
export const CellGap = ({ count }: { count: number }) => <td aria-hidden="true" colSpan={count} />;

/** The cells of a line. Memoised beside the line itself, which is drawn again when it is selected. */
const Cells = memo(function Cells(props: LineProps) {
  const { row, columns, items, stops, locale, renderLink, isSelectable } = props;
  const isEditable = isRowEditable(props.actions);
  return items.map(({ gap, index: at }) => {
    const column = at === undefined ? undefined : columns[at];
    if (at === undefined || column === undefined) return <CellGap key="end" count={gap} />;
    const stop = stops[at];
    const cell = (
      <td
        key={column.field}
        aria-colindex={at + (isSelectable ? 2 : 1)}
        className={column.align === "end" ? "end" : undefined}
        {...(stop === undefined ? {} : { "data-frozen": "", style: { left: stop } })}
        {...(isEditable && column.isEditable ? { "data-editable": column.field } : {})}
      >
        <Value column={column} row={row} locale={locale} renderLink={renderLink} />
      </td>
    );
    return gap === 0 ? cell : [<CellGap key={`before ${column.field}`} count={gap} />, cell];
  });
});

type ActionProps = Pick<LineProps, "row" | "columns" | "actions" | "locale" | "isSelectable" | "onAction" | "onMenu">;

const ActionCell = memo(function ActionCell(props: ActionProps) {
  return (
    <td className="row-actions" aria-colindex={props.columns.length + (props.isSelectable ? 2 : 1)}>
      <Actions {...props} />
    </td>
  );
});

/** One row of a list. */
export const TableRow = memo(function TableRow(props: LineProps & { hasActions: boolean }) {
  const { row, selection, isSelectable, renderLink, hasActions, at, ...others } = props;
  const isSelected = useIsSelected(selection, row.id);
  const line = { ...others, row, selection, isSelectable, renderLink, at };
  const { columns, actions, locale, onSelect, onAction, onMenu } = others;
  // Without the columns in sight: scrolling sideways draws neither the box nor the actions again.
  const shared = { row, columns, actions, locale };
  return (
    <tr
      data-row={row.id}
      aria-rowindex={at + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      className={renderLink === undefined ? undefined : "cursor-pointer"}
    >
      {isSelectable && (
        <td className="row-select" aria-colindex={1}>
          <SelectBox {...shared} selection={selection} onSelect={onSelect} />
        </td>
      )}
      <Cells {...line} />
      {hasActions && <ActionCell {...shared} isSelectable={isSelectable} onAction={onAction} onMenu={onMenu} />}
    </tr>
  );
});
