import { type ReactNode, useState } from "react";
import type { Filter } from "#kit/filter.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";

const name = { zh: "高级搜索", en: "Advanced search" };

const AdvancedSearch = loadDialogLater(() => import("./advanced-search.tsx").then((file) => file.AdvancedSearch));
const filterBar = loadLater(() => import("./filter-bar.tsx").then((file) => file.FilterBar));

type FilterProps = {
  type: string;
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
};

/** The parts of the advanced search of a list: its button, the summary of its conditions, and the dialog. */
export type ListFilter = { button: ReactNode; bar: ReactNode; dialog: ReactNode; open: () => void };

/** The advanced search of a list. */
export function useListFilter({ type, filter, onFilter }: FilterProps): ListFilter {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  // The bar may not have been loaded yet: see `loadLater`.
  if (filter !== undefined) filterBar.preload();
  return {
    open,
    button: (
      <Button kind="quiet" className="px-2" onClick={open}>
        {t(name)}
      </Button>
    ),
    bar: filter !== undefined && (
      <div className="min-h-11 sm:basis-full">
        <filterBar.Component type={type} filter={filter} onEdit={open} onClear={() => onFilter(undefined)} />
      </div>
    ),
    dialog: isOpen && <AdvancedSearch type={type} filter={filter} onFilter={onFilter} onClose={() => setOpen(false)} />,
  };
}
