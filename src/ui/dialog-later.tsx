import { type ComponentType, useEffect } from "react";
import { type LazyComponent, loadLater } from "./load-later.ts";
import { useText } from "./locale.ts";
import { connectionErrorText } from "./connection-error.ts";

type Closable = { onClose: () => void };

/** A hook: loads a component, such as a dialog, when it is opened. If loading fails, shows the error and calls `onClose`. */
export function useLoadWhenOpened<P extends object>(
  component: LazyComponent<P>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const t = useText();
  const isMissing = !component.useIsLoaded() && isOpen;
  useEffect(() => {
    if (!isMissing) return;
    component.get().catch(() => {
      window.alert(t(connectionErrorText));
      onClose();
    });
    // Runs once per opening.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
}

/** A dialog that is loaded when it is first opened. */
export function loadDialogLater<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const dialog = loadLater(load);
  return function DialogLater(props: P) {
    useLoadWhenOpened(dialog, true, props.onClose);
    return <dialog.Component {...props} />;
  };
}
