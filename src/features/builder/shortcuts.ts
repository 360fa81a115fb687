import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import { duplicateSelected, nudgeSelected, removeSelected, shiftSelected } from "./commands.ts";
import type { Editor } from "./editor.ts";
import { parentOf, root } from "./document-store.ts";

/** Where keys belong to what is being typed or chosen there. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]",
    ) !== null
  );
}

/** Escape goes up: from a node to its canvas, from a widget to the page. */
function selectParent({ store }: Editor): void {
  const record = store.record(store.selected.get().at(-1) ?? "");
  const parent = record === undefined ? root : parentOf(record);
  store.selected.set(parent === root ? [] : [parent]);
}

/** Every key of the builder: undo and save work everywhere, the others while the page has the keyboard. */
function bindings(editor: Editor): Record<string, (event: KeyboardEvent) => void> {
  const { store, session } = editor;
  const everywhere = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    run();
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
    "$mod+KeyZ": everywhere(store.undo),
    "$mod+Shift+KeyZ": everywhere(store.redo),
    "$mod+KeyY": everywhere(store.redo),
    "$mod+KeyS": everywhere(() => void session.save()),
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
  useEffect(() => tinykeys(window, bindings(editor)), [editor]);
}
