import { memo } from "react";
import { RowActionButtons, type RowProps, SelectBox, ColumnValue } from "./row-parts.tsx";
import { useIsSelected } from "./selection.ts";

/** A row of a list on narrow screens. */
export const TableCard = memo(function TableCard(props: RowProps) {
  const { row, columns, selection, isSelectable, renderLink } = props;
  const isSelected = useIsSelected(selection, row.id);
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  return (
    <li
      data-row={row.id}
      className={`table-card grid gap-2 border-b border-line px-4 py-3 last:border-b-0 ${isSelected ? "bg-brand-tint" : ""} ${renderLink === undefined ? "" : "cursor-pointer"}`}
    >
      <div className="flex items-start gap-3">
        {isSelectable && (
          <span className="pt-1 print:hidden">
            <SelectBox {...props} />
          </span>
        )}
        <span className="min-w-0 flex-1 font-medium break-words">
          {title !== undefined && <ColumnValue {...props} column={title} />}
        </span>
        <span className="-my-1.5 -mr-2 flex">
          <RowActionButtons {...props} />
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm">
        {columns
          .filter((column) => column !== title)
          .map((column) => (
            <div key={column.field} className="min-w-0">
              <dt className="text-xs text-ink-3">{column.name}</dt>
              <dd className="truncate">
                <ColumnValue {...props} column={column} />
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
});
