import { useEffect, useRef } from "react";

/** The dialog that contains an element; null outside dialogs. */
const dialogAround = (element: unknown) =>
  element instanceof Element ? element.closest("[role=dialog], [role=alertdialog]") : null;

type SaveKeyOptions = {
  /** Undefined: the form cannot be saved. */
  save: (() => void) | undefined;
  isBusy: boolean;
  isDirty: () => boolean;
  formId: string;
};

/**
 * Ctrl+S and Cmd+S save the form if it is in the same dialog as the focus: an open dialog hides the form behind it from the shortcut. Pressed during a
 * save, they save once more after it if there are changes then.
 */
export function useSaveKey({ save, isBusy, isDirty, formId }: SaveKeyOptions): void {
  const isSaveRequested = useRef(false);
  useEffect(() => {
    if (save === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      const isFocusInside = dialogAround(event.target) === dialogAround(document.getElementById(formId));
      if (event.repeat || !isFocusInside) return;
      if (isBusy) isSaveRequested.current = true;
      else save();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
  useEffect(() => {
    if (isBusy || !isSaveRequested.current) return;
    isSaveRequested.current = false;
    if (isDirty()) save?.();
  });
}

/** The browser warns before a page with unsaved changes is left. `isDirty` must be a stable function. */
export function useLeaveWarning(isDirty: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
}
