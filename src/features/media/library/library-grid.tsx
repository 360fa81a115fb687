import { type KeyboardEvent, useRef } from "react";
import { useRowPointer } from "#render/table/row-pointer.ts";
import type { Selection } from "#render/table/selection.ts";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { FileRow } from "../file-details.tsx";
import { LibraryCard } from "./library-card.tsx";

const columns = "grid grid-cols-2 gap-3 sm:grid-cols-3 2xl:grid-cols-6";

/** Shown while the first page of files loads. */
export function GridSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} aria-busy="true" className={columns}>
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} className="grid gap-2 rounded-sm border border-line bg-sheet p-2">
          <Skeleton className="aspect-[4/3] h-40" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </span>
      ))}
    </div>
  );
}

/** The index of the card to which an arrow key leads, in a grid with this many cards in the first line; undefined for other keys. */
function indexAfterKey(key: string, index: number, { count, perLine }: { count: number; perLine: number }) {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perLine, ArrowDown: perLine };
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  const next = index + (step ?? 0);
  return step === undefined || next < 0 || next >= count ? undefined : next;
}

type GridProps = {
  label: string;
  files: readonly FileRow[];
  /** True while other files are loading; the current ones stay visible. */
  isStale: boolean;
  /** Undefined: files cannot be selected. */
  selection: Selection | undefined;
  onOpen: (file: FileRow) => void;
  /** Deletes the selected files, for the key Delete. */
  onDeleteSelected: () => void;
};

/** The files as a grid. Arrow keys move between cards, Ctrl+A selects all, a click with Shift selects a range, Delete deletes the selected files. */
export function LibraryGrid({ label, files, isStale, selection, onOpen, onDeleteSelected }: GridProps) {
  const list = useRef<HTMLUListElement>(null);
  const ids = files.map(({ id }) => id);
  const pointer = useRowPointer({
    ids,
    isSelectable: selection !== undefined,
    selected: () => selection?.ids() ?? new Set(),
    onSelected: (selected) => selection?.set(selected),
  });

  function moveFocus(event: KeyboardEvent): void {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
    const item = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    const index = cards.findIndex((card) => item?.contains(card) === true);
    const top = cards[0]?.getBoundingClientRect().top;
    const perLine = cards.filter((card) => card.getBoundingClientRect().top === top).length;
    const next = index === -1 ? undefined : indexAfterKey(event.key, index, { count: cards.length, perLine });
    if (next === undefined) return;
    event.preventDefault();
    cards[next]?.focus();
  }

  function handleKey(event: KeyboardEvent): void {
    if (selection !== undefined && event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.set(new Set(ids));
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Delete" && selection !== undefined && selection.ids().size > 0) onDeleteSelected();
    else if (event.key === "Escape") selection?.set(new Set());
    else moveFocus(event);
  }

  return (
    // The keys are those of the buttons and checkboxes inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={label}
      aria-busy={isStale}
      className={classNames(columns, "list-none p-0", isStale && "opacity-60")}
      onKeyDown={handleKey}
      onMouseDown={pointer.handlers.onMouseDown}
      onClickCapture={pointer.handlers.onClickCapture}
    >
      {files.map((file) => (
        <LibraryCard key={file.id} file={file} selection={selection} onOpen={onOpen} onSelect={pointer.select} />
      ))}
    </ul>
  );
}
