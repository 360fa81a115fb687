import { matchKeybindingPress, parseKeybinding, tinykeys } from "tinykeys";
import type { Command, KeyScope } from "./command.ts";

const boxes = "input, textarea, select, [contenteditable]";
const layers = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu]";
/** Inputs of the builder's property panel and of its canvas, where undo is that of the document. */
const editors = ".inspector, .overlay";

const isIn = (event: Event, places: string) => event.target instanceof Element && event.target.closest(places) !== null;

/** Inputs and menus, which use the keys themselves. */
export const isTypedOrChosen = (event: Event) => isIn(event, `${boxes}, ${layers}`);
/** Inputs with an undo of their own: a search, a dialog. */
const hasUndo = (event: Event) => isIn(event, layers) || (isIn(event, boxes) && !isIn(event, editors));

const isBlocked: Record<KeyScope, (event: Event) => boolean> = {
  everywhere: () => false,
  editing: hasUndo,
  idle: isTypedOrChosen,
};

/** Whether an event is a press of these keys. */
export const isPressOf = (keys: readonly string[], event: KeyboardEvent): boolean =>
  keys.some((key) => parseKeybinding(key).every((part) => matchKeybindingPress(event, part)));

function press({ keyScope, keysExcept, reason, run }: Command, event: KeyboardEvent): void {
  if (isBlocked[keyScope](event) || (keysExcept !== undefined && isIn(event, keysExcept))) return;
  const isRefused = reason() !== undefined;
  // Keys of an edit command are never left to the browser, which would undo or save something else.
  if (isRefused && keyScope === "idle") return;
  event.preventDefault();
  if (!isRefused) run();
}

/** Binds the keys of these commands; returns a function that unbinds them. */
export function bindKeys(commands: readonly Command[]): () => void {
  const bindings = commands
    .filter(({ only }) => only !== "browser")
    .flatMap((command) => command.keys.map((keys) => [keys, (event: KeyboardEvent) => press(command, event)] as const));
  // Each command says where its keys work; keys pressed during IME composition are ignored.
  return tinykeys(window, Object.fromEntries(bindings), { ignore: ({ isComposing }) => isComposing });
}
