import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { memo } from "react";
import type { SortOrder } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import type { GridItem } from "./grid-shape.ts";
import { resizeColumn } from "./resize-column.ts";
import { type Selection, useSelectedIds } from "./selection.ts";
import type { TableColumn } from "./table-cell.tsx";
import { CellGap } from "./table-row.tsx";

const texts = {
  all: { zh: "选择本页全部", en: "Select all on this page" },
  actions: { zh: "操作", en: "Actions" },
};

/** The number of selectable rows on the page, and the handler that selects or deselects all of them. */
export type SelectAll = { selection: Selection; selectableCount: number; onSelectAll: (isAll: boolean) => void };

type HeadProps = {
  columns: readonly TableColumn[];
  /** See `TableRowProps`. */
  columnItems: readonly GridItem[];
  frozenOffsets: readonly number[];
  sort: SortOrder;
  locale: Locale;
  /** Undefined where rows cannot be selected. */
  selectAll: SelectAll | undefined;
  hasActions: boolean;
  onSort: (field: string) => void;
  onWidth: (field: string, width: number | undefined) => void;
};

function SortMark({ direction }: { direction: SortOrder["direction"] | undefined }) {
  const iconProps = { size: 14, strokeWidth: 1.5, "aria-hidden": true } as const;
  if (direction === undefined) return <ChevronsUpDown {...iconProps} className="text-ink-3" />;
  return direction === "asc" ? <ArrowUp {...iconProps} /> : <ArrowDown {...iconProps} />;
}

function SelectAllBox({ selection, selectableCount, onSelectAll, locale }: SelectAll & { locale: Locale }) {
  const { size } = useSelectedIds(selection);
  const isAll = selectableCount > 0 && size === selectableCount;
  return (
    <Checkbox
      checked={isAll}
      indeterminate={size > 0 && !isAll}
      label={texts.all[locale]}
      onCheckedChange={onSelectAll}
    />
  );
}

function Heading({ column, sort, onSort }: { column: TableColumn } & Pick<HeadProps, "sort" | "onSort">) {
  const direction = sort.field === column.field ? sort.direction : undefined;
  if (!column.sortable) return column.name;
  return (
    <button type="button" onClick={() => onSort(column.field)}>
      <span className="truncate">{column.name}</span>
      <SortMark direction={direction} />
    </button>
  );
}

/** The edge of a column: dragging resizes it, a double click resets it. Keyboard users set widths in the columns dialog. */
function ColumnEdge({ onWidth }: { onWidth: (width: number | undefined) => void }) {
  return (
    <span
      aria-hidden="true"
      className="column-edge"
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={({ currentTarget, clientX }) => resizeColumn(currentTarget, clientX, onWidth)}
    />
  );
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** Column headings; those of sortable columns are buttons and indicate the sort order. */
export const TableHead = memo(function TableHead(props: HeadProps) {
  const { columns, columnItems, frozenOffsets, sort, locale, selectAll, hasActions, onSort, onWidth } = props;
  const firstColumnIndex = selectAll === undefined ? 1 : 2;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectAll !== undefined && (
          <th scope="col" className="row-select" aria-colindex={1}>
            <SelectAllBox {...selectAll} locale={locale} />
          </th>
        )}
        {columnItems.map(({ gap, index: columnIndex }) => {
          const column = columnIndex === undefined ? undefined : columns[columnIndex];
          if (columnIndex === undefined || column === undefined) return <CellGap key="end" count={gap} />;
          const frozenOffset = frozenOffsets[columnIndex];
          const direction = sort.field === column.field ? sort.direction : undefined;
          const heading = (
            <th
              key={column.field}
              scope="col"
              title={column.name}
              aria-colindex={columnIndex + firstColumnIndex}
              className={column.align === "end" ? "end" : undefined}
              {...(column.sortable ? { "aria-sort": direction === undefined ? "none" : ariaSort[direction] } : {})}
              {...(frozenOffset === undefined ? {} : { "data-frozen": "", style: { left: frozenOffset } })}
            >
              <Heading column={column} sort={sort} onSort={onSort} />
              <ColumnEdge onWidth={(width) => onWidth(column.field, width)} />
            </th>
          );
          return gap === 0 ? heading : [<CellGap key={`before ${column.field}`} count={gap} />, heading];
        })}
        {hasActions && (
          <th scope="col" className="row-actions" aria-colindex={columns.length + firstColumnIndex}>
            <span className="sr-only">{texts.actions[locale]}</span>
          </th>
        )}
      </tr>
    </thead>
  );
});
