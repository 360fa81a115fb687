import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { AutoForm, ListColumn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { CellForm } from "#render/form/cell-form.tsx";
import type { SaveForm } from "#render/form/use-auto-form.ts";
import { notifyUndoable } from "../batch/undo-notice.ts";

const savedText = { zh: "保存成功", en: "Saved" };

/** The minimum distance between the panel and the edges of the window, in px. */
const gap = 8;
/** The minimum width of the panel, in px. */
const minWidth = 320;

/** The edited cell: its row, its column and its element. */
export type CellEdit = { row: AnyRow; column: ListColumn; cell: HTMLElement };

type CellEditorProps = {
  type: string;
  edit: CellEdit;
  titles: Record<string, string>;
  /** Called after the value was saved or restored; refetches the list. */
  onSaved: () => Promise<void>;
  onClose: () => void;
};

/** A form with only the field of the cell. */
const formOf = (type: string, { row, column }: CellEdit, titles: Record<string, string>): AutoForm => ({
  type,
  name: column.name,
  groups: [],
  columns: [{ field: column.field, readOnly: false, config: column.config }],
  row,
  values: { [column.field]: row[column.field] ?? null },
  hiddenButton: false,
  checkSafePassword: false,
  isSingle: false,
  titles,
  addable: [],
  url: "",
});

/** Positions the panel over its cell, inside the window. */
function positionPanel(panel: HTMLElement, cell: HTMLElement): void {
  const { left, top, width } = cell.getBoundingClientRect();
  const panelWidth = Math.min(Math.max(width, minWidth), innerWidth - 2 * gap);
  panel.style.width = `${panelWidth}px`;
  panel.style.left = `${Math.max(gap, Math.min(left, innerWidth - panelWidth - gap))}px`;
  panel.style.top = `${Math.max(gap, Math.min(top, innerHeight - panel.offsetHeight - gap))}px`;
}

/** Inline editor of a cell: Enter saves, Escape discards, and a save can be undone. */
export function CellEditor({ type, edit, titles, onSaved, onClose }: CellEditorProps) {
  const locale = useLocale();
  const panel = useRef<HTMLDivElement>(null);
  const { row, column, cell } = edit;
  const form = useMemo(() => formOf(type, edit, titles), [type, edit, titles]);

  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const updatePosition = () => positionPanel(element, cell);
    updatePosition();
    // The size of the panel changes with problems and loaded content.
    const observer = new ResizeObserver(updatePosition);
    observer.observe(element);
    return () => observer.disconnect();
  }, [cell]);

  // A press anywhere in the list closes the editor. When the editor closes, the focus returns to the cell.
  useEffect(() => {
    const list = cell.closest("#list");
    list?.addEventListener("pointerdown", onClose);
    return () => {
      list?.removeEventListener("pointerdown", onClose);
      // Without a tabindex the cell could not take the focus.
      if (!cell.hasAttribute("tabindex")) cell.tabIndex = -1;
      (cell.querySelector<HTMLElement>("a, button, input") ?? cell).focus({ preventScroll: true });
    };
    // `onClose` may change with each render; the listener is added once per cell.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cell]);

  const update = (values: Record<string, unknown>, version: number | undefined) =>
    call("POST Api/{type}/QueryUpdate", { ...values, type, id: row.id, version: version ?? row.version });
  const save: SaveForm = (changes, version) => update(changes, version) as Promise<AnyRow>;

  async function handleSaved({ version }: AnyRow): Promise<void> {
    onClose();
    await onSaved();
    const undo = () => update({ [column.field]: row[column.field] ?? null }, version);
    notifyUndoable(savedText, { undo, locale, onUndone: onSaved });
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={column.name}
      className="enter fixed z-30 rounded-md border border-line bg-sheet p-3 shadow-lg"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <CellForm
        form={form}
        locale={locale}
        onSave={save}
        onSaved={(savedRow) => void handleSaved(savedRow)}
        onClose={onClose}
      />
    </div>
  );
}
