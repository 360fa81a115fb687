import { useEffect, useState } from "react";
import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { createValue, useAspect, useValue } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { PageFields } from "./page-fields.tsx";
import { PanelSkeleton } from "#ui/panel-skeleton.tsx";

const commentsPanel = loadLater(async () => {
  const [{ CommentsPanel }] = await Promise.all([
    import("#features/builder/comments/comments-panel.tsx"),
    // With the pins come the styles of both.
    import("#features/builder/comments/comment-pins.tsx"),
  ]);
  return CommentsPanel;
});
// It brings the usual types of fields, and nothing is selected at first.
const selectionPanel = loadLater(() => import("./selection-panel.tsx").then((file) => file.SelectionPanel));

/** ms without a further step of undo or redo after which the settings of what it changed are shown. */
const stepPause = 120;

/**
 * The selection whose settings are shown. After undo and redo they are shown when no further step follows: whoever undoes several steps reads none of
 * the settings in between, and to show them takes longer than the step itself.
 */
function useShownSelection(): readonly string[] {
  const { store } = useEditor();
  const [shown] = useState(() => createValue(store.selected.get()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => shown.set(store.selected.get());
    function follow(): void {
      clearTimeout(timer);
      if (store.isSelectedByStep()) timer = setTimeout(show, stepPause);
      else show();
    }
    follow();
    const unsubscribe = store.selected.subscribe(follow);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, shown]);
  return useValue(shown);
}

/** Edits what is selected, or, without a selection, the page's settings. */
function Settings() {
  const { store } = useEditor();
  const selected = useShownSelection();
  const isLoaded = selectionPanel.useIsLoaded();
  useLoadWhenOpened(selectionPanel, selected.length > 0, () => store.selected.set([]));
  if (selected.length === 0) return <PageFields />;
  return isLoaded ? <selectionPanel.Component ids={selected} /> : <PanelSkeleton className="p-4" />;
}

/** The comments on the page while they are open, else the settings of what is selected. */
export function Inspector() {
  const { comments } = useEditor();
  const isCommenting = useAspect(comments, ({ isOpen }) => isOpen);
  const isLoaded = commentsPanel.useIsLoaded();
  const close = () => comments.set({ isOpen: false });
  useLoadWhenOpened(commentsPanel, isCommenting, close);
  if (!isCommenting) return <Settings />;
  return isLoaded ? <commentsPanel.Component onClose={close} /> : <PanelSkeleton className="p-4" />;
}
