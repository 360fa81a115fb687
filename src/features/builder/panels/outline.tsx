import { ChevronRight } from "lucide-react";
import { type DragEvent, type KeyboardEvent, memo, useState } from "react";
import { parentOf, root } from "#kit/page-tree.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { moveRecord } from "#features/builder/document/commands.ts";
import { toggleSelection } from "#features/builder/document/selection.ts";
import { type Editor, useChildren, useEditor, useRecord } from "#features/builder/editor/editor.ts";
import { excerpt, kindName } from "#features/builder/document/names.ts";
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

/** The type of drag data within the outline. */
const rowType = "application/x-meridian-row";
let dragged: string | undefined;

function select({ store, frame }: Editor, id: string, isAdding: boolean): void {
  store.selected.set(isAdding ? toggleSelection(store, id) : [id]);
  frame.elements.get(id)?.scrollIntoView({ block: "nearest" });
  const box = frame.boxOf(id);
  const viewport = document.querySelector(".board-viewport");
  if (
    box !== undefined &&
    viewport !== null &&
    (box.y < viewport.scrollTop || box.y > viewport.scrollTop + viewport.clientHeight - 120)
  )
    viewport.scrollTo({ top: Math.max(0, box.y - 80) });
}

const levelOf = (row: HTMLElement) => Number(row.ariaLevel);

/** Arrow keys move through the visible rows, which are flat siblings with `aria-level`. */
function walk(event: KeyboardEvent<HTMLElement>, isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
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

const Row = memo(function Row({ id, level }: { id: string; level: number }) {
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
    const from = dragged === undefined ? undefined : store.record(dragged);
    if (from === undefined || dragged === id || parentOf(from) !== parentOf(record!)) return;
    event.preventDefault();
    event.stopPropagation();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setDropSide(event.clientY < top + height / 2 ? "before" : "after");
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const around = store.children(parentOf(record!));
    const [from, to] = [around.indexOf(dragged!), around.indexOf(id) + (dropSide === "after" ? 1 : 0)];
    setDropSide(undefined);
    moveRecord(store, dragged!, to > from ? to - 1 : to);
  }

  const isFirst = level === 1 && store.children(root)[0] === id;
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
            select(editor, id, event.shiftKey);
          } else walk(event, hasChildren && isOpen, (next) => hasChildren && setOpen(next));
        }}
        onDragStart={(event) => {
          dragged = id;
          event.dataTransfer.setData(rowType, id);
          event.dataTransfer.effectAllowed = "move";
        }}
        onDragEnd={() => (dragged = undefined)}
        onDragOver={dragOver}
        onDragLeave={() => setDropSide(undefined)}
        onDrop={drop}
        onPointerEnter={() => hovered.set(id)}
        onPointerLeave={() => hovered.set(undefined)}
        onClick={(event) => select(editor, id, event.shiftKey)}
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
        <span className="shrink-0">{kindName(record, locale)}</span>{" "}
        <span className="excerpt">{excerpt(record, locale)}</span>
      </div>
      {isOpen && children.map((child) => <Row key={child} id={child} level={level + 1} />)}
    </>
  );
});

/** The page as a tree: widgets from top to bottom, nodes and groups from back to front. */
export function Outline() {
  const t = useText();
  const ids = useChildren(root);
  if (ids.length === 0) return <p className="p-2 text-ink-3">{t(texts.empty)}</p>;
  return (
    <div role="tree" aria-label={t(texts.structure)} aria-multiselectable="true" className="page-tree">
      {ids.map((id) => (
        <Row key={id} id={id} level={1} />
      ))}
    </div>
  );
}
