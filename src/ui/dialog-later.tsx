import { type ComponentType, useEffect } from "react";
import { type LazyComponent, loadLater } from "./load-later.ts";
import { useText } from "./locale.ts";
import { connectionErrorText } from "./connection-error.ts";

type Closable = { onClose: () => void };

/** Loads a dialog that is needed now. If that fails, the error is shown and the page is not blocked. */
export function useLoadNeeded<P extends object>(later: LazyComponent<P>, isWanted: boolean, onClose: () => void): void {
  const t = useText();
  const isMissing = !later.useIsLoaded() && isWanted;
  useEffect(() => {
    if (!isMissing) return;
    later.get().catch(() => {
      window.alert(t(connectionErrorText));
      onClose();
    });
    // Once per opening.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
}

/** A dialog that is loaded when it is first opened. */
export function loadDialogLater<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const dialog = loadLater(load);
  return function DialogLater(props: P) {
    useLoadNeeded(dialog, true, props.onClose);
    return <dialog.Component {...props} />;
  };
}
