import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AnyRow } from "#kit/entity.ts";
import { type CellPosition, positionAfterKey } from "./grid-keys.ts";

const controlSelector = "a, button, input";

type GridFocus = {
  region: RefObject<HTMLElement | null>;
  rows: readonly AnyRow[];
  /** Includes the columns of selection and actions. */
  columnCount: number;
  /** Undefined if rows cannot be selected. `isRange`: selects all rows from the last selected row to this one. */
  select: ((id: string, isSelected: boolean, isRange?: boolean) => void) | undefined;
  isSelected: (id: string) => boolean;
  /** Opens the inline editor of a cell; returns false if the cell has none. */
  edit: (cell: HTMLElement) => boolean;
};

/** The position of the cell that contains an element; undefined outside the grid. */
function positionOf(element: EventTarget | null): CellPosition | undefined {
  const cell = element instanceof Element ? element.closest<HTMLElement>("[aria-colindex]") : null;
  const row = cell?.closest("[aria-rowindex]") ?? null;
  if (cell === null || row === null) return undefined;
  return { row: Number(row.ariaRowIndex) - 1, column: Number(cell.ariaColIndex) - 1 };
}

/** Focuses the control in a cell, or the cell itself if it has none. */
function focusCell(region: HTMLElement, { row, column }: CellPosition): void {
  const cell = region.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`);
  const target = cell?.querySelector<HTMLElement>(controlSelector) ?? cell;
  if (target === cell) cell?.setAttribute("tabindex", "-1");
  target?.focus();
}

/**
 * Keyboard navigation of a grid with one tab stop: arrow and page keys move between cells, Enter opens the row, Space selects it, with Shift a range.
 * The focus stays when the rows change, and its row is rendered at any scroll position.
 */
export function useGridFocus({ region, rows, columnCount, select, isSelected, edit }: GridFocus) {
  const [active, setActive] = useState<CellPosition>();
  const [hasFocus, setHasFocus] = useState(false);
  const lastRowId = useRef<string>(undefined);

  // Removes the controls in cells from the tab order: arrow keys reach them, and Tab leaves the grid.
  useLayoutEffect(() => {
    for (const control of region.current?.querySelectorAll<HTMLElement>(
      ".data-grid :is(a, button, input):not([tabindex])",
    ) ?? [])
      control.tabIndex = -1;
  });

  // If paging removed the focused cell, focuses the same row at its new index, or the same index if the row is gone.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || active === undefined || !hasFocus || document.activeElement !== document.body) return;
    const index = rows.findIndex(({ id }) => id === lastRowId.current);
    const row = index === -1 ? Math.min(active.row, rows.length) : index + 1;
    // A microtask, because the new rows must be in the document.
    if (rows.length > 0) queueMicrotask(() => moveTo(element, { ...active, row }));
    // Runs only when the rows change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);

  function moveTo(element: HTMLElement, place: CellPosition): void {
    // Renders the cell first, which may be outside the rendered range.
    flushSync(() => setActive(place));
    focusCell(element, place);
  }

  const idAt = (row: number) => rows[row - 1]?.id;

  /**
   * Handles the keys of a row: F2 edits a cell inline, Enter opens the row, Space selects it, with Shift the range from the last selected row.
   * Returns whether the key was handled.
   */
  function handleRowKey({ key, shiftKey }: KeyboardEvent, target: HTMLElement, id: string): boolean {
    const cell = target.closest<HTMLElement>("td");
    if (key === "F2" && cell !== null) return edit(cell);
    if (key === "Enter" && target.matches("td")) {
      target.closest("tr")?.querySelector<HTMLElement>("a[data-row-link]")?.click();
      return true;
    }
    if (key !== " " || select === undefined || target.matches("button, input")) return false;
    select(id, shiftKey || !isSelected(id), shiftKey);
    return true;
  }

  /** The action button to which an arrow key moves from another action button; undefined if there is none. */
  function adjacentAction({ key }: KeyboardEvent, target: HTMLElement): HTMLElement | undefined {
    if (!target.matches(".row-action")) return undefined;
    const cell =
      key === "ArrowLeft" ? target.previousElementSibling : key === "ArrowRight" ? target.nextElementSibling : null;
    return cell instanceof HTMLElement ? cell : undefined;
  }

  /** Selects the rows from one index to another, for arrow keys with Shift. */
  function selectTo(from: number, to: number): void {
    const [start, end] = [idAt(from), idAt(to)];
    if (select === undefined || start === undefined || end === undefined || from === to) return;
    if (!isSelected(start)) select(start, true);
    select(end, true, true);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const element = region.current;
    const { target } = event;
    const place = positionOf(target);
    if (element === null || place === undefined || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const id = idAt(place.row);
    if (id !== undefined && handleRowKey(event, target, id)) return event.preventDefault();
    const action = adjacentAction(event, target);
    const rowHeight = target.closest("tr")?.offsetHeight ?? 1;
    const pageRows = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 2);
    const next = positionAfterKey(event, place, { rows: rows.length, columns: columnCount, pageRows });
    if (next === undefined) return;
    event.preventDefault();
    if (action !== undefined) return action.focus();
    if (event.shiftKey) selectTo(place.row, next.row);
    moveTo(element, next);
  }

  return {
    /** The focused cell, which is rendered at any scroll position; undefined without focus. */
    active: hasFocus ? active : undefined,
    onKeyDown: handleKeyDown,
    onFocus(event: FocusEvent<HTMLElement>) {
      const element = region.current;
      if (element === null || rows.length === 0) return;
      if (event.target === event.currentTarget) {
        const firstCell = { row: 1, column: select === undefined ? 0 : 1 };
        return moveTo(element, active !== undefined && active.row <= rows.length ? active : firstCell);
      }
      const place = positionOf(event.target);
      if (place === undefined) return;
      lastRowId.current = idAt(place.row);
      setHasFocus(true);
      setActive(place);
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      // Without a related target, paging may have removed the focused row: the focus is then restored.
      if (relatedTarget instanceof Node && region.current?.contains(relatedTarget) !== true) setHasFocus(false);
    },
    /** The tab stop: the table while the focus is outside it. */
    tabIndex: hasFocus ? -1 : 0,
  };
}
