import { ChevronDown, Ellipsis } from "lucide-react";
import { actionKey, type RequestAction, type RowAction } from "#kit/auto.ts";
import { type Total, totalText } from "#kit/total.ts";
import type { BatchVerb } from "#kit/batch.ts";
import { formatText } from "#kit/text.ts";
import type { SelectionAction } from "#render/table/selection-bar.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { useMedia } from "#ui/media.ts";
import { Menu } from "#ui/menu.tsx";

const texts = {
  set: { zh: "批量设置", en: "Set fields" },
  export: { zh: "导出所选", en: "Export selected" },
  ofSelected: { zh: "{name}所选", en: "{name} selected" },
  selectAll: { zh: "选择本页全部", en: "Select all on this page" },
  more: { zh: "更多操作", en: "More actions" },
  all: { zh: "全部 {count} 条", en: "All {count} matching" },
  setAll: { zh: "设置全部 {count} 条", en: "Set fields of all {count}" },
  doAll: { zh: "{name}：全部 {count} 条", en: "{name}: all {count}" },
  deleteAll: { zh: "删除全部 {count} 条", en: "Delete all {count}" },
};

type ButtonsProps = {
  /** The number of selected rows. */
  count: number;
  /** Whether all selectable rows of the page are selected. */
  isAllSelected: boolean;
  /** The entity's actions on the selected rows. */
  actions: readonly SelectionAction[];
  /** The total of the list. */
  total: Total;
  /** The operations that this person may use on many rows. */
  may: Readonly<Record<"update" | "delete", boolean>>;
  /** The commands that the server can run on all matching rows. */
  commands: readonly RequestAction[];
  /** Opens the batch dialog for the selected or for all matching rows. */
  openBatchDialog: (verb: BatchVerb, scope: "selected" | "all", action?: RequestAction) => void;
  selectAll: () => void;
  /** Opens the export of the selected rows; undefined where this person may not. */
  onExport: (() => void) | undefined;
};

/** The buttons for actions on the selected rows or on all matching rows. On a phone, all but the first are items of a menu. */
export function SelectionButtons(props: ButtonsProps) {
  const { count, isAllSelected, actions, total, may, commands, openBatchDialog, selectAll, onExport } = props;
  const t = useText();
  const isNarrow = useMedia("(width < 640px)");
  const totalValue = { count: totalText(total) };
  const nameOf = ({ event, name }: RowAction) =>
    event === "delete" ? t(formatText(texts.ofSelected, { name })) : name;
  const itemOfAll = (verb: "update" | "delete") => ({
    name: t(formatText(verb === "update" ? texts.setAll : texts.deleteAll, totalValue)),
    run: () => openBatchDialog(verb, "all"),
  });
  const itemsOfAll =
    total.total > count
      ? [
          ...commands.map((action) => ({
            name: t(formatText(texts.doAll, { ...totalValue, name: action.name })),
            run: () => openBatchDialog("command", "all", action),
          })),
          ...(may.update ? [itemOfAll("update")] : []),
          ...(may.delete ? [itemOfAll("delete")] : []),
        ]
      : [];
  const setButton = may.update && <Button onClick={() => openBatchDialog("update", "selected")}>{t(texts.set)}</Button>;
  if (isNarrow)
    return (
      <>
        {setButton}
        <Menu
          label={t(texts.more)}
          trigger={<Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="button-link w-9 px-0 pointer-coarse:w-11"
          items={[
            ...actions.map(({ action, reason, run }) => ({
              name: nameOf(action),
              ...(reason === undefined ? {} : { reason }),
              run,
            })),
            ...(onExport === undefined ? [] : [{ name: t(texts.export), run: onExport }]),
            ...(isAllSelected && itemsOfAll.length === 0 ? [] : ["separator" as const]),
            ...(isAllSelected ? [] : [{ name: t(texts.selectAll), run: selectAll }]),
            ...itemsOfAll,
          ]}
        />
      </>
    );
  return (
    <>
      {actions.map(({ action, reason, run }) => (
        <Button
          key={actionKey(action)}
          kind={action.event === "delete" ? "danger" : "plain"}
          disabled={reason !== undefined}
          title={reason}
          onClick={run}
        >
          {nameOf(action)}
        </Button>
      ))}
      {setButton}
      {onExport !== undefined && <Button onClick={onExport}>{t(texts.export)}</Button>}
      {isAllSelected && itemsOfAll.length > 0 && (
        <Menu
          label={t(formatText(texts.all, totalValue))}
          trigger={
            <>
              {t(formatText(texts.all, totalValue))}
              <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
            </>
          }
          className="button-link"
          items={itemsOfAll}
        />
      )}
    </>
  );
}
