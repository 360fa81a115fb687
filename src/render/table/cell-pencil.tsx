import { Pencil } from "lucide-react";
import type { Ref } from "react";
import type { Locale } from "#kit/text.ts";

const editWord = { zh: "编辑单元格（F2）", en: "Edit cell (F2)" };
/** Size of the button (`.cell-pencil` in ui/app.css), and its distance from the right edge of the cell, px. */
const pencilSize = 28;
const pencilMargin = 4;

/** The cell that each pencil button edits. */
const cells = new WeakMap<HTMLElement, HTMLElement>();

/** Moves the pencil button of a grid to the cell under the pointer, if the cell is editable. A button per cell would double the size of the DOM. */
export function placePencil(pencil: HTMLElement | null, target: EventTarget): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-editable]") : null;
  if (pencil === null) return;
  pencil.hidden = cell === null;
  if (cell === null) return;
  cells.set(pencil, cell);
  pencil.style.left = `${cell.offsetLeft + cell.offsetWidth - pencilSize - pencilMargin}px`;
  pencil.style.top = `${cell.offsetTop + (cell.offsetHeight - pencilSize) / 2}px`;
}

type PencilProps = { ref: Ref<HTMLButtonElement>; locale: Locale; onEdit: (cell: HTMLElement) => void };

/** The edit button for the mouse; keyboard users press F2. */
export function CellPencil({ ref, locale, onEdit }: PencilProps) {
  return (
    <button
      ref={ref}
      type="button"
      hidden
      tabIndex={-1}
      aria-hidden="true"
      title={editWord[locale]}
      className="cell-pencil"
      onClick={({ currentTarget }) => {
        const cell = cells.get(currentTarget);
        if (cell !== undefined) onEdit(cell);
      }}
    >
      <Pencil size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
