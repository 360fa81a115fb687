import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useMedia } from "#ui/media.ts";
import { useText } from "#ui/locale.ts";
import { toggleSelection } from "#features/builder/document/selection.ts";
import { changesRows, treeRows } from "#features/builder/document/tree-rows.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { type Editor, useEditor } from "#features/builder/editor/editor.ts";
import { showRecord } from "#features/builder/editor/show-record.ts";
import { TreeRow } from "./tree-row.tsx";

const texts = {
  structure: { zh: "页面结构", en: "Page structure" },
  empty: {
    zh: "页面上还没有组件，请从“添加”中选择。",
    en: "No components yet. Choose one under “Add”.",
  },
};

/** The height of a row, in px, with a mouse and with fingers. */
const rowHeights = { fine: 28, coarse: 44 };
/** A longer tree has only the visible rows in the document, and this many above and below. */
const [longTree, overscan] = [200, 8];

/** Selects the record of a row and scrolls the board to it. `isAdding`: keeps the other selected records. */
function selectRow(editor: Editor, id: string, isAdding: boolean): void {
  const { store, multiSelect } = editor;
  store.selected.set(isAdding || multiSelect.get() ? toggleSelection(store, id) : [id]);
  showRecord(editor, id);
}

/** A number that changes whenever rows were added, removed or moved. */
function useRowsVersion({ store }: Editor): number {
  const [version, setVersion] = useState(0);
  useEffect(() => store.onChange((change) => changesRows(change) && setVersion((before) => before + 1)), [store]);
  return version;
}

type Range = { first: number; last: number };

/** The indexes of the rows that are visible in the scrolling element around the tree; all rows of a short tree. */
function useVisibleRows(tree: React.RefObject<HTMLElement | null>, count: number, height: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, last: longTree });
  const isLong = count > longTree;
  useLayoutEffect(() => {
    const scroller = tree.current?.closest<HTMLElement>(".scroll");
    if (!isLong || !scroller) return;
    function measure(): void {
      const above = scroller!.getBoundingClientRect().top - tree.current!.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / height) - overscan);
      const last = Math.ceil((above + scroller!.clientHeight) / height) + overscan;
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", measure);
    };
  }, [tree, isLong, height]);
  return isLong ? range : { first: 0, last: count };
}

/** Scrolls a row that is not visible into the middle of the tree. */
function showRow(tree: HTMLElement | null, index: number, height: number): void {
  const scroller = tree?.closest<HTMLElement>(".scroll");
  if (!tree || !scroller || index < 0) return;
  const top = tree.getBoundingClientRect().top - scroller.getBoundingClientRect().top + index * height;
  if (top >= 0 && top + height <= scroller.clientHeight) return;
  scroller.scrollBy(0, top - scroller.clientHeight / 2);
}

/** The page as a tree: widgets from top to bottom, nodes and groups from back to front. */
export function Outline() {
  const t = useText();
  const editor = useEditor();
  const { store, renaming } = editor;
  const version = useRowsVersion(editor);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string>();
  const lastSelected = useAspect(store.selected, (ids) => ids.at(-1));
  const renamedId = useAspect(renaming, (id) => id);
  const tree = useRef<HTMLDivElement>(null);
  const focusWanted = useRef<string>(undefined);
  const height = useMedia("(pointer: coarse)") ? rowHeights.coarse : rowHeights.fine;
  // The version stands for the order of the records, which the store changes.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const rows = useMemo(() => treeRows(store, closed), [store, closed, version]);
  const indexes = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const { first, last } = useVisibleRows(tree, rows.length, height);
  const isLong = rows.length > longTree;
  const activeId = [focusedId, lastSelected, rows[0]?.id].find((id) => id !== undefined && indexes.has(id));

  const shownId = renamedId ?? lastSelected;
  useEffect(() => {
    if (shownId !== undefined) showRow(tree.current, indexes.get(shownId) ?? -1, height);
    // Only when another record is selected, so that the tree stays where it is while records move.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shownId]);
  useEffect(() => {
    const id = focusWanted.current;
    focusWanted.current = undefined;
    if (id !== undefined) tree.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
  });

  const toggle = useCallback((id: string) => {
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const select = useCallback((id: string, isAdding: boolean) => selectRow(editor, id, isAdding), [editor]);
  function focusRow(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    focusWanted.current = row.id;
    setFocusedId(row.id);
    showRow(tree.current, indexes.get(row.id)!, height);
  }
  /** Selects on Enter and Space; moves the focus on arrow keys, and opens or closes a row. */
  function handleKeyDown(event: KeyboardEvent<HTMLElement>, id: string): void {
    const index = indexes.get(id) ?? 0;
    const { level, hasChildren } = rows[index]!;
    const isOpen = hasChildren && !closed.has(id);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (isOpen ? focusRow(index + 1) : hasChildren && toggle(id)),
      ArrowLeft: () => (isOpen ? toggle(id) : focusRow(rows.slice(0, index).findLastIndex((row) => row.level < level))),
      Enter: () => select(id, event.shiftKey),
      " ": () => select(id, event.shiftKey),
    };
    if (event.target !== event.currentTarget || event.altKey || moves[event.key] === undefined) return;
    event.preventDefault();
    moves[event.key]!();
  }
  const keyDown = useRef(handleKeyDown);
  keyDown.current = handleKeyDown;
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>, id: string) => keyDown.current(event, id), []);

  if (rows.length === 0) return <p className="p-2 text-ink-3">{t(texts.empty)}</p>;
  const visibleRows = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row, index }) => (index >= first && index < last) || row.id === activeId || row.id === renamedId);
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t(texts.structure)}
      aria-multiselectable="true"
      className="page-tree"
      style={isLong ? { position: "relative", height: rows.length * height } : undefined}
    >
      {visibleRows.map(({ row, index }) => (
        <TreeRow
          key={row.id}
          row={row}
          isOpen={!closed.has(row.id)}
          isActive={row.id === activeId}
          top={isLong ? index * height : undefined}
          onKeyDown={onKeyDown}
          onFocus={setFocusedId}
          onToggle={toggle}
          onSelect={select}
        />
      ))}
    </div>
  );
}
