import { useDeferredValue } from "react";
import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useEditor, useSelected } from "#features/builder/editor/editor.ts";
import { PageFields } from "./page-fields.tsx";
import { PanelSkeleton } from "#ui/panel-skeleton.tsx";

// It brings the usual types of fields, and nothing is selected at first.
const selectionPanel = loadLater(() => import("./selection-panel.tsx").then((file) => file.SelectionPanel));

/**
 * The selection whose settings are shown. After undo and redo the page is painted first: whoever undoes several steps reads none of the settings in
 * between, and to show them takes longer than the step itself.
 */
function useShownSelection(): readonly string[] {
  const { store } = useEditor();
  const selected = useSelected();
  const deferredSelected = useDeferredValue(selected);
  return store.isSelectedByStep() ? deferredSelected : selected;
}

/** Edits what is selected, or, without a selection, the page's settings. */
export function Inspector() {
  const { store } = useEditor();
  const selected = useShownSelection();
  const isLoaded = selectionPanel.useIsLoaded();
  useLoadWhenOpened(selectionPanel, selected.length > 0, () => store.selected.set([]));
  if (selected.length === 0) return <PageFields />;
  return isLoaded ? <selectionPanel.Component ids={selected} /> : <PanelSkeleton className="p-4" />;
}
