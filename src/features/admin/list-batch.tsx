import { type ReactNode, type RefObject, useState } from "react";
import { isBatchAction, type ListDescription, type RequestAction } from "#kit/auto.ts";
import type { Total } from "#kit/total.ts";
import type { BatchVerb, Selection } from "#kit/batch.ts";
import type { SelectedRows, TableHandle } from "#render/table/table.tsx";
import type { TableState } from "#render/table/table-state.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";

const BatchDialog = loadDialogLater(() => import("./batch/batch-dialog.tsx").then((file) => file.BatchDialog));
const buttons = loadLater(() => import("./batch/selection-buttons.tsx").then((file) => file.SelectionButtons));

type BatchProps = {
  description: ListDescription | undefined;
  state: TableState;
  total: Total | undefined;
  table: RefObject<TableHandle | null>;
  /** Opens the export of the selected rows; undefined where this person may not. */
  onExport: (() => void) | undefined;
  /** Called after rows have changed. */
  onChanged: () => Promise<void>;
};

/** The batch actions of a list, with their buttons and their dialog. */
export type ListBatch = {
  /** The operations that this person may use on many rows. */
  may: Readonly<Record<"update" | "delete", boolean>>;
  /** Opens the batch dialog for the selected rows, or for all rows that match the list's search. */
  openBatchDialog: (verb: BatchVerb, scope: "selected" | "all", action?: RequestAction) => void;
  /** Renders the buttons next to the number of selected rows. */
  renderSelected: (selected: SelectedRows) => ReactNode;
  dialog: ReactNode;
};

/** The state of the batch dialog of a list, and what opens it. */
export function useListBatch({
  description,
  state: { fields, filter },
  total,
  table,
  onExport,
  onChanged,
}: BatchProps): ListBatch {
  const [task, setTask] = useState<{ verb: BatchVerb; selection: Selection; action?: RequestAction }>();
  const may = {
    update: description?.isUpdatable === true,
    delete: description?.actions.some(({ event }) => event === "delete") === true,
  };
  function openBatchDialog(verb: BatchVerb, scope: "selected" | "all", action?: RequestAction): void {
    const ids = [...(table.current?.selectedIds() ?? [])];
    const selection = scope === "all" ? { fields, filter } : { filter: { field: "id", op: "in", value: ids } as const };
    setTask({ verb, selection, ...(action === undefined ? {} : { action }) });
  }
  const commands = description?.actions.filter((action) => action.event === "command").filter(isBatchAction) ?? [];
  return {
    may,
    openBatchDialog,
    renderSelected(selected) {
      // The buttons may not have been loaded yet: see `loadLater`.
      buttons.preload();
      return total && <buttons.Component {...selected} {...{ total, may, commands, openBatchDialog, onExport }} />;
    },
    dialog: description !== undefined && task !== undefined && (
      <BatchDialog type={description.type} {...task} onChanged={onChanged} onClose={() => setTask(undefined)} />
    ),
  };
}
