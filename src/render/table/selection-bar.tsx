import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { RowAction } from "#kit/auto.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { type Selection, useSelectedIds } from "./selection.ts";

const texts = {
  selected: { zh: "已选 {n} 条", en: "{n} selected" },
  label: { zh: "所选数据", en: "Selected records" },
  unselect: { zh: "取消选择", en: "Clear selection" },
};

/** An action on the selected rows. `reason`: why it is unavailable; undefined if it is available. */
export type SelectionAction = { action: RowAction; reason: string | undefined; run: () => void };

type BarProps = {
  selection: Selection;
  locale: Locale;
  /** The actions for the selected rows. */
  renderActions: (ids: ReadonlySet<string>) => ReactNode;
};

/** The number of selected rows, and the actions for them. Floats, so that the list does not move under the pointer. */
export function SelectionBar({ selection, locale, renderActions }: BarProps) {
  const ids = useSelectedIds(selection);
  if (ids.size === 0) return null;
  const unselect = texts.unselect[locale];
  return (
    <div
      role="group"
      aria-label={texts.label[locale]}
      className="enter fixed bottom-6 left-1/2 z-20 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-md border border-line bg-sheet p-1.5 text-sm shadow-lg max-sm:w-full"
    >
      <span className="flex items-center max-sm:mr-auto">
        <Button
          kind="quiet"
          size="icon"
          title={unselect}
          aria-label={unselect}
          onClick={() => selection.set(new Set())}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
        <span role="status" className="mr-2 whitespace-nowrap tabular-nums">
          {formatText(texts.selected, { n: ids.size })[locale]}
        </span>
      </span>
      {renderActions(ids)}
    </div>
  );
}
