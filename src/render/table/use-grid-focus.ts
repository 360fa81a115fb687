import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AnyRow } from "#kit/entity.ts";
import { type Place, placeAfter } from "./grid-keys.ts";

const widgets = "a, button, input";

type GridFocus = {
  region: RefObject<HTMLElement | null>;
  rows: readonly AnyRow[];
  /** Includes the columns of selection and actions. */
  columnCount: number;
  /** Undefined where rows cannot be selected. `isRange`: with all rows from the one selected last. */
  select: ((id: string, isSelected: boolean, isRange?: boolean) => void) | undefined;
  isSelected: (id: string) => boolean;
  /** Edits the value of a cell; false where that cannot be done. */
  edit: (cell: HTMLElement) => boolean;
};

/** The cell that an element of the grid stands in. */
function placeOf(element: EventTarget | null): Place | undefined {
  const cell = element instanceof Element ? element.closest<HTMLElement>("[aria-colindex]") : null;
  const row = cell?.closest("[aria-rowindex]") ?? null;
  if (cell === null || row === null) return undefined;
  return { row: Number(row.ariaRowIndex) - 1, column: Number(cell.ariaColIndex) - 1 };
}

/** The element of a cell that takes the focus: its control, else the cell. */
function focusIn(region: HTMLElement, { row, column }: Place): void {
  const cell = region.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"]`);
  const target = cell?.querySelector<HTMLElement>(widgets) ?? cell;
  if (target === cell) cell?.setAttribute("tabindex", "-1");
  target?.focus();
}

/**
 * Keyboard navigation of a grid: one tab stop, arrows and page keys from cell to cell, Enter opens, Space selects, with Shift a range. The focus
 * stays when the rows change, and its row is rendered wherever the list is scrolled to.
 */
export function useGridFocus({ region, rows, columnCount, select, isSelected, edit }: GridFocus) {
  const [active, setActive] = useState<Place>();
  const [isInside, setInside] = useState(false);
  const lastRowId = useRef<string>(undefined);

  // Controls in cells are reached by arrow keys: Tab leaves the grid.
  useLayoutEffect(() => {
    for (const widget of region.current?.querySelectorAll<HTMLElement>(
      ".data-grid :is(a, button, input):not([tabindex])",
    ) ?? [])
      widget.tabIndex = -1;
  });

  // The focused row was removed by paging: focus the same row at its new position, else the same position.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || active === undefined || !isInside || document.activeElement !== document.body) return;
    const index = rows.findIndex(({ id }) => id === lastRowId.current);
    const row = index === -1 ? Math.min(active.row, rows.length) : index + 1;
    // After the rows stand.
    if (rows.length > 0) queueMicrotask(() => moveTo(element, { ...active, row }));
    // Only when the rows change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);

  function moveTo(element: HTMLElement, place: Place): void {
    // A cell out of sight is rendered first.
    flushSync(() => setActive(place));
    focusIn(element, place);
  }

  const idAt = (row: number) => rows[row - 1]?.id;

  /**
   * F2 edits a cell inline, Enter on a cell opens its row, Space selects it, with Shift the range from the last selected one. Returns whether the key
   * was handled.
   */
  function pressRow({ key, shiftKey }: KeyboardEvent, target: HTMLElement, id: string): boolean {
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

  /** The action beside an action, by an arrow. */
  function actionBeside({ key }: KeyboardEvent, target: HTMLElement): HTMLElement | undefined {
    if (!target.matches(".row-action")) return undefined;
    const cell =
      key === "ArrowLeft" ? target.previousElementSibling : key === "ArrowRight" ? target.nextElementSibling : null;
    return cell instanceof HTMLElement ? cell : undefined;
  }

  /** With Shift the rows that the focus passes are selected. */
  function selectTo(from: number, to: number): void {
    const [start, end] = [idAt(from), idAt(to)];
    if (select === undefined || start === undefined || end === undefined || from === to) return;
    if (!isSelected(start)) select(start, true);
    select(end, true, true);
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const element = region.current;
    const { target } = event;
    const place = placeOf(target);
    if (element === null || place === undefined || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const id = idAt(place.row);
    if (id !== undefined && pressRow(event, target, id)) return event.preventDefault();
    const action = actionBeside(event, target);
    const line = target.closest("tr")?.offsetHeight ?? 1;
    const page = Math.max(1, Math.floor(element.clientHeight / line) - 2);
    const next = placeAfter(event, place, { rows: rows.length, columns: columnCount, page });
    if (next === undefined) return;
    event.preventDefault();
    if (action !== undefined) return action.focus();
    if (event.shiftKey) selectTo(place.row, next.row);
    moveTo(element, next);
  }

  return {
    /** The focused cell: it is rendered wherever the list is scrolled to. */
    active: isInside ? active : undefined,
    onKeyDown: press,
    onFocus(event: FocusEvent<HTMLElement>) {
      const element = region.current;
      if (element === null || rows.length === 0) return;
      if (event.target === event.currentTarget) {
        const first = { row: 1, column: select === undefined ? 0 : 1 };
        return moveTo(element, active !== undefined && active.row <= rows.length ? active : first);
      }
      const place = placeOf(event.target);
      if (place === undefined) return;
      lastRowId.current = idAt(place.row);
      setInside(true);
      setActive(place);
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      // Without one the row may have been removed by paging.
      if (relatedTarget instanceof Node && region.current?.contains(relatedTarget) !== true) setInside(false);
    },
    /** One stop of the Tab key: the grid while the focus is elsewhere, then the cell. */
    tabIndex: isInside ? -1 : 0,
  };
}
