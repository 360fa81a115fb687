import type { ReactNode } from "react";
import { actionKey, type RowAction } from "#kit/auto.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { type Selection, useSelectedIds } from "./selection.ts";

const texts = {
  selected: { zh: "已选 {n} 条", en: "{n} selected" },
  unselect: { zh: "取消选择", en: "Clear selection" },
  ofSelected: { zh: "{name}所选", en: "{name} selected" },
};

/** An action on the selected rows, or why it is not possible with all of them. */
export type Batch = { action: RowAction; reason: string | undefined; run: () => void };

type BarProps = {
  selection: Selection;
  batchOf: (ids: ReadonlySet<string>) => readonly Batch[];
  locale: Locale;
  /** Further actions for the selected rows. */
  renderMore: (count: number) => ReactNode;
};

/** The number of selected rows, and the actions for them. Floats, so that the list does not move under the pointer. */
export function SelectionBar({ selection, batchOf, locale, renderMore }: BarProps) {
  const ids = useSelectedIds(selection);
  if (ids.size === 0) return null;
  return (
    <div className="enter fixed bottom-6 left-1/2 z-20 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-md border border-line bg-sheet py-1.5 pr-1.5 pl-4 text-sm shadow-lg">
      <span role="status" className="mr-2 whitespace-nowrap">
        {formatText(texts.selected, { n: ids.size })[locale]}
      </span>
      <Button kind="quiet" onClick={() => selection.set(new Set())}>
        {texts.unselect[locale]}
      </Button>
      {batchOf(ids).map(({ action, reason, run }) => (
        <Button
          key={actionKey(action)}
          kind={action.event === "delete" ? "danger" : "plain"}
          disabled={reason !== undefined}
          title={reason}
          onClick={run}
        >
          {action.event === "delete" ? formatText(texts.ofSelected, { name: action.name })[locale] : action.name}
        </Button>
      ))}
      {renderMore(ids.size)}
    </div>
  );
}
