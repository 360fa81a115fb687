import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import {
  duplicateSelected,
  nudgeSelected,
  removeSelected,
  selectAll,
  shiftSelected,
} from "#features/builder/document/commands.ts";
import { followClipboard } from "./clipboard.ts";
import type { Editor } from "./editor.ts";
import { parentOf, root } from "#features/builder/document/document-store.ts";

const boxes = "input, textarea, select, [contenteditable]";
const layers = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu]";
/** Where boxes show what the page says: their undo is the page's. */
const editors = ".inspector, .overlay";

const isIn = (event: Event, places: string) => event.target instanceof Element && event.target.closest(places) !== null;

/** Where keys belong to what is being typed or chosen there. */
const isElsewhere = (event: Event) => isIn(event, `${boxes}, ${layers}`);
/** Where undo belongs to the box that has the caret: a search, a dialog. */
const hasOwnUndo = (event: KeyboardEvent) => isIn(event, layers) || (isIn(event, boxes) && !isIn(event, editors));

/** Escape goes up: from a node to its canvas, from a widget to the page. */
function selectParent({ store }: Editor): void {
  const record = store.record(store.selected.get().at(-1) ?? "");
  const parent = record === undefined ? root : parentOf(record);
  store.selected.set(parent === root ? [] : [parent]);
}

/** Every key of the builder: save works everywhere, undo wherever the page is edited, the others while no box has the caret. */
function bindings(editor: Editor): Record<string, (event: KeyboardEvent) => void> {
  const { store, session } = editor;
  const everywhere = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    run();
  };
  const undoing = (run: () => void) => (event: KeyboardEvent) => {
    if (!hasOwnUndo(event)) everywhere(run)(event);
  };
  const onPage = (run: () => void) => (event: KeyboardEvent) => {
    if (isElsewhere(event) || store.selected.get().length === 0) return;
    event.preventDefault();
    run();
  };
  const steps = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  };
  const isOnCanvas = () => store.record(store.selected.get()[0] ?? "")?.kind === "node";
  const nudge = (by: { x: number; y: number }) => (event: KeyboardEvent) => {
    // In the outline the arrows walk the tree.
    if (!isOnCanvas() || (event.target as HTMLElement).closest("[role=tree]") !== null) return;
    onPage(() => nudgeSelected(store, by))(event);
  };
  const nudges = Object.entries(steps).flatMap(([key, { x, y }]) => [
    [key, nudge({ x, y })] as const,
    [`Shift+${key}`, nudge({ x: 10 * x, y: 10 * y })] as const,
  ]);
  return {
    "$mod+KeyZ": undoing(store.undo),
    "$mod+Shift+KeyZ": undoing(store.redo),
    "$mod+KeyY": undoing(store.redo),
    "$mod+KeyS": everywhere(() => void session.save()),
    "$mod+KeyA": (event) => {
      if (!isElsewhere(event)) everywhere(() => selectAll(store))(event);
    },
    "$mod+KeyD": onPage(() => duplicateSelected(store)),
    Delete: onPage(() => removeSelected(store)),
    Backspace: onPage(() => removeSelected(store)),
    Escape: onPage(() => selectParent(editor)),
    "Alt+ArrowUp": onPage(() => shiftSelected(store, -1)),
    "Alt+ArrowDown": onPage(() => shiftSelected(store, 1)),
    ...Object.fromEntries(nudges),
  };
}

export function useShortcuts(editor: Editor): void {
  useEffect(() => {
    // The bindings say for themselves where they work; what an input method composes is nobody's shortcut.
    const stops = [
      tinykeys(window, bindings(editor), { ignore: ({ isComposing }) => isComposing }),
      followClipboard(editor, isElsewhere),
    ];
    return () => stops.forEach((stop) => stop());
  }, [editor]);
}
