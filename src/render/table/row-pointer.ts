import { type MouseEvent, useRef } from "react";

const controlSelector = "a, button, input, label, select, textarea, [role=checkbox]";

/** The row under the pointer, unless the pointer is on a control. */
function rowUnder({ target }: MouseEvent): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest(controlSelector) !== null) return undefined;
  return target.closest<HTMLElement>("[data-row]") ?? undefined;
}

/** The ids between two rows of a list, both included, in either direction; only `to` if `from` is not in the list. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): string[] {
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

type RowPointer = {
  /** The ids of the rows, in their order. */
  ids: readonly string[];
  isSelectable: boolean;
  selected: () => ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
};

/**
 * Pointer handling of rows. A click anywhere in a row follows its link, with Ctrl or Cmd in a new tab; a click with Shift selects the range from the
 * last selected row. `select` selects or deselects one row, or the range if Shift is held or `selectsRange` is true.
 */
export function useRowPointer({ ids, isSelectable, selected, onSelected }: RowPointer) {
  const lastSelectedId = useRef<string>(undefined);
  const isShiftHeld = useRef(false);

  function select(id: string, isSelected: boolean, selectsRange = isShiftHeld.current): void {
    const next = new Set(selected());
    for (const rowId of selectsRange ? rangeOf(ids, lastSelectedId.current, id) : [id]) {
      if (isSelected) next.add(rowId);
      else next.delete(rowId);
    }
    lastSelectedId.current = id;
    onSelected(next);
  }

  return {
    select,
    handlers: {
      onMouseDown(event: MouseEvent) {
        // Prevents the browser from selecting the text between two clicks.
        if (event.shiftKey && isSelectable) event.preventDefault();
      },
      onClickCapture(event: MouseEvent) {
        isShiftHeld.current = event.shiftKey && isSelectable;
      },
      onClick(event: MouseEvent) {
        const row = rowUnder(event);
        const id = row?.dataset.row;
        if (row === undefined || id === undefined) return;
        if (isShiftHeld.current) return select(id, true);
        // A click that ends a text selection does not follow the link.
        if (getSelection()?.isCollapsed === false) return;
        const link = row.querySelector<HTMLAnchorElement>("a[data-row-link]");
        if (link !== null && (event.ctrlKey || event.metaKey)) window.open(link.href, "_blank", "noopener");
        else link?.click();
      },
    },
  };
}
