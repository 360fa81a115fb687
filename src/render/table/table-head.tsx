import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { PlayColumn } from "#kit/auto.ts";
import type { SortOrder } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { Checkbox } from "#ui/checkbox.tsx";

const texts = {
  all: { zh: "选择本页全部", en: "Select all on this page" },
  actions: { zh: "操作", en: "Actions" },
};

type HeadProps = {
  columns: readonly PlayColumn[];
  sort: SortOrder;
  locale: Locale;
  /** Undefined where rows cannot be selected. */
  selection: { isAll: boolean; isSome: boolean; onAll: (isAll: boolean) => void } | undefined;
  hasActions: boolean;
  onSort: (field: string) => void;
};

function SortMark({ direction }: { direction: SortOrder["direction"] | undefined }) {
  const iconProps = { size: 14, strokeWidth: 1.5, "aria-hidden": true } as const;
  if (direction === undefined) return <ChevronsUpDown {...iconProps} className="text-ink-3" />;
  return direction === "asc" ? <ArrowUp {...iconProps} /> : <ArrowDown {...iconProps} />;
}

/** Headings; those of sortable columns are buttons and say how the list is sorted. */
export function TableHead({ columns, sort, locale, selection, hasActions, onSort }: HeadProps) {
  return (
    <thead className="text-left text-sm text-ink-2">
      <tr>
        {selection !== undefined && (
          <th scope="col" className="table-heading w-11 pl-4">
            <Checkbox
              checked={selection.isAll}
              indeterminate={selection.isSome && !selection.isAll}
              label={texts.all[locale]}
              onCheckedChange={selection.onAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const direction = sort.field === column.field ? sort.direction : undefined;
          const side = column.align === "end" ? "text-right" : "";
          return (
            <th
              key={column.field}
              scope="col"
              className={`table-heading px-3 font-medium whitespace-nowrap first:pl-4 ${side}`}
              {...(column.style.width === undefined ? {} : { width: column.style.width })}
              {...(column.sortable
                ? { "aria-sort": direction === undefined ? "none" : direction === "asc" ? "ascending" : "descending" }
                : {})}
            >
              {column.sortable ? (
                <button
                  type="button"
                  className="-mx-1 inline-flex min-h-9 items-center gap-1 rounded-sm px-1 hover:text-ink pointer-coarse:min-h-11"
                  onClick={() => onSort(column.field)}
                >
                  {column.name}
                  <SortMark direction={direction} />
                </button>
              ) : (
                column.name
              )}
            </th>
          );
        })}
        {hasActions && (
          <th scope="col" className="table-heading w-0 pr-4 text-right font-medium whitespace-nowrap">
            <span className="sr-only">{texts.actions[locale]}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
