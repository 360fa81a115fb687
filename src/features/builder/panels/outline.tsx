import { ChevronRight } from "lucide-react";
import { type DragEvent, type KeyboardEvent, memo, useState } from "react";
import { parentOf, rootId } from "#kit/page-tree.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { moveRecord } from "#features/builder/document/edit-page.ts";
import { toggleSelection } from "#features/builder/document/selection.ts";
import { type Editor, useChildren, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { excerptOf, definitionTitle } from "#features/builder/document/names.ts";
import { recordIcon } from "./record-icon.tsx";
import { toolIcon } from "#features/builder/editor/tool.tsx";
import { useAspect } from "#features/builder/document/value.ts";

const texts = {
  structure: { zh: "页面结构", en: "Page structure" },
  empty: {
    zh: "页面上还没有组件，请从“添加”中选择。",
    en: "No components yet. Choose one under “Add”.",
  },
};

/** The MIME type of a dragged row. */
const rowType = "application/x-meridian-row";
/** The record of the dragged row; events before the drop cannot read the drag data. */
let draggedId: string | undefined;

/** The px of a record that have to be visible at the bottom of the board, or else the board scrolls. */
const minVisible = 120;
/** The px between the top of the board and a record to which the board scrolls. */
const scrollMargin = 80;

/** Selects the record of a row and scrolls the board to it. `isAdding`: keeps the other selected records. */
function selectRow({ store, frame }: Editor, id: string, isAdding: boolean): void {
  store.selected.set(isAdding ? toggleSelection(store, id) : [id]);
  frame.elements.get(id)?.scrollIntoView({ block: "nearest" });
  const box = frame.boxOf(id);
  const viewport = document.querySelector(".board-viewport");
  if (
    box !== undefined &&
    viewport !== null &&
    (box.y < viewport.scrollTop || box.y > viewport.scrollTop + viewport.clientHeight - minVisible)
  )
    viewport.scrollTo({ top: Math.max(0, box.y - scrollMargin) });
}

const levelOf = (row: HTMLElement) => Number(row.ariaLevel);

/** Moves the focus between the visible rows on arrow keys, and opens or closes a row. The rows are flat siblings with `aria-level`. */
function moveFocus(event: KeyboardEvent<HTMLElement>, isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  const row = event.currentTarget;
  const rows = [...row.closest("[role=tree]")!.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const index = rows.indexOf(row);
  const focus = (to: HTMLElement | undefined) => to?.focus();
  const moves: Record<string, () => void> = {
    ArrowDown: () => focus(rows[index + 1]),
    ArrowUp: () => focus(rows[index - 1]),
    Home: () => focus(rows[0]),
    End: () => focus(rows.at(-1)),
    ArrowRight: () => (isOpen ? focus(rows[index + 1]) : setOpen(true)),
    ArrowLeft: () =>
      isOpen ? setOpen(false) : focus(rows.slice(0, index).findLast((other) => levelOf(other) < levelOf(row))),
  };
  if (event.altKey || moves[event.key] === undefined) return;
  event.preventDefault();
  moves[event.key]!();
}

const TreeRow = memo(function TreeRow({ id, level }: { id: string; level: number }) {
  const editor = useEditor();
  const { store, hovered } = editor;
  const locale = useLocale();
  const record = useRecord(id);
  const children = useChildren(id);
  const isSelected = useAspect(store.selected, (selected) => selected.includes(id));
  const [isOpen, setOpen] = useState(true);
  const [dropSide, setDropSide] = useState<"before" | "after">();
  if (record === undefined) return null;
  const hasChildren = children.length > 0;

  function dragOver(event: DragEvent<HTMLElement>): void {
    const draggedRecord = draggedId === undefined ? undefined : store.record(draggedId);
    if (draggedRecord === undefined || draggedId === id || parentOf(draggedRecord) !== parentOf(record!)) return;
    event.preventDefault();
    event.stopPropagation();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setDropSide(event.clientY < top + height / 2 ? "before" : "after");
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const siblingIds = store.children(parentOf(record!));
    const [from, to] = [siblingIds.indexOf(draggedId!), siblingIds.indexOf(id) + (dropSide === "after" ? 1 : 0)];
    setDropSide(undefined);
    moveRecord(store, draggedId!, to > from ? to - 1 : to);
  }

  const isFirst = level === 1 && store.children(rootId)[0] === id;
  return (
    <>
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        {...(hasChildren ? { "aria-expanded": isOpen } : {})}
        className={`row ${dropSide === undefined ? "" : `drop-${dropSide}`}`}
        style={{ paddingLeft: 8 + (level - 1) * 18 }}
        tabIndex={isSelected || (isFirst && store.selected.get().length === 0) ? 0 : -1}
        draggable
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            selectRow(editor, id, event.shiftKey);
          } else moveFocus(event, hasChildren && isOpen, (next) => hasChildren && setOpen(next));
        }}
        onDragStart={(event) => {
          draggedId = id;
          event.dataTransfer.setData(rowType, id);
          event.dataTransfer.effectAllowed = "move";
        }}
        onDragEnd={() => (draggedId = undefined)}
        onDragOver={dragOver}
        onDragLeave={() => setDropSide(undefined)}
        onDrop={drop}
        onPointerEnter={() => hovered.set(id)}
        onPointerLeave={() => hovered.set(undefined)}
        onClick={(event) => selectRow(editor, id, event.shiftKey)}
      >
        {hasChildren ? (
          <span
            role="presentation"
            className={`transition-transform ${isOpen ? "rotate-90" : ""}`}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!isOpen);
            }}
          >
            <ChevronRight {...toolIcon} size={14} />
          </span>
        ) : (
          <span className="w-3.5 shrink-0" />
        )}
        <span className="shrink-0 text-ink-3">{recordIcon(record)}</span>
        <span className="shrink-0">{definitionTitle(record, locale)}</span>{" "}
        <span className="excerpt">{excerptOf(record, locale)}</span>
      </div>
      {isOpen && children.map((child) => <TreeRow key={child} id={child} level={level + 1} />)}
    </>
  );
});

/** The page as a tree: widgets from top to bottom, nodes and groups from back to front. */
export function Outline() {
  const t = useText();
  const ids = useChildren(rootId);
  if (ids.length === 0) return <p className="p-2 text-ink-3">{t(texts.empty)}</p>;
  return (
    <div role="tree" aria-label={t(texts.structure)} aria-multiselectable="true" className="page-tree">
      {ids.map((id) => (
        <TreeRow key={id} id={id} level={1} />
      ))}
    </div>
  );
}
