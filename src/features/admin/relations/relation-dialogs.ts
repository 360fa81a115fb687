import { useMemo } from "react";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import type { RelationDialogTypes } from "#ui/relation-dialogs.ts";

const AddRow = loadDialogLater(() => import("./add-row-dialog.tsx").then((file) => file.AddRowDialog));
const PickRows = loadDialogLater(() => import("./pick-rows-dialog.tsx").then((file) => file.PickRowsDialog));

/** The dialogs of relation fields; `addable`: the entities whose rows this person may add. */
export const useRelationDialogs = (addable: readonly string[]): RelationDialogTypes =>
  useMemo(() => ({ addable, AddRow, PickRows }), [addable]);
