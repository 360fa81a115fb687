import { ArrowDownUp } from "lucide-react";
import type { ListDescription } from "#kit/auto.ts";
import type { SortOrder } from "#kit/filter.ts";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";

const texts = {
  sort: { zh: "排序", en: "Sort" },
  asc: { zh: "升序", en: "Ascending" },
  desc: { zh: "降序", en: "Descending" },
};

type SortMenuProps = {
  columns: ListDescription["columns"];
  sort: SortOrder;
  /** Called with the chosen column; as for a press on a heading, choosing it again reverses the order. */
  onSort: (field: string) => void;
};

/** A menu with the sortable columns of a list. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const t = useText();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <Menu
      label={t(texts.sort)}
      trigger={<ArrowDownUp size={16} strokeWidth={1.5} aria-hidden="true" />}
      className="button-link w-9 px-0 pointer-coarse:w-11"
      items={sortable.map(({ field, name }) => ({
        name,
        isChosen: field === sort.field,
        ...(field === sort.field ? { note: t(texts[sort.direction]) } : {}),
        run: () => onSort(field),
      }))}
    />
  );
}
