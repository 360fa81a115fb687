import { useEffect } from "react";
import type { ListDescription } from "#kit/auto.ts";
import { type TableState, withSort } from "#render/table/table-state.ts";
import { loadLater } from "#ui/load-later.ts";
import { useMedia } from "#ui/media.ts";

const menu = loadLater(() => import("./sort-menu.tsx").then((file) => file.SortMenu));

type SortButtonProps = {
  description: ListDescription | undefined;
  state: TableState;
  onState: (state: TableState) => void;
};

/** The menu for the order of a list on a phone, where columns have no headings. */
export function SortButton({ description, state, onState }: SortButtonProps) {
  const isNarrow = useMedia("(width < 640px)");
  useEffect(() => {
    if (isNarrow) menu.preload();
  }, [isNarrow]);
  if (!isNarrow || description === undefined) return null;
  return (
    <menu.Component
      columns={description.columns}
      sort={state.sort ?? description.sort}
      onSort={(field) => onState(withSort(state, field))}
    />
  );
}
