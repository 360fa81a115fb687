import { useMemo } from "react";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import type { RelationDialogTypes } from "#ui/relation-dialogs.ts";

const AddRow = loadDialogLater(() => import("./add-row-dialog.tsx").then((file) => file.AddRowDialog));
const PickRows = loadDialogLater(() => import("./pick-rows-dialog.tsx").then((file) => file.PickRowsDialog));

const noEntityTypes: readonly string[] = [];

/** The dialogs of relation fields; `addable`: the entities to which this person may add rows. */
export const useRelationDialogs = (addable = noEntityTypes): RelationDialogTypes =>
  useMemo(() => ({ addable, AddRow, PickRows }), [addable]);
