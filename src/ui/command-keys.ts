import { matchKeybindingPress, parseKeybinding, tinykeys } from "tinykeys";
import type { Command, KeyScope } from "./command.ts";

const inputs = "input, textarea, select, [contenteditable]";
const overlays = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu]";
/** The property panel and canvas of the builder, and other editors, in whose inputs undo applies to the whole document. */
const documentEditors = ".inspector, .overlay, [data-document-undo]";

const isIn = (event: Event, selector: string) =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** Whether an event is in an input or an overlay, which handle keys themselves. */
export const isInInputOrOverlay = (event: Event) => isIn(event, `${inputs}, ${overlays}`);
/** Whether an event is in an input with its own undo, such as a search or an input in a dialog. */
const hasUndo = (event: Event) => isIn(event, overlays) || (isIn(event, inputs) && !isIn(event, documentEditors));

const isBlocked: Record<KeyScope, (event: Event) => boolean> = {
  everywhere: () => false,
  editing: hasUndo,
  idle: isInInputOrOverlay,
};

/** Whether an event is a press of these keys. */
export const isPressOf = (keys: readonly string[], event: KeyboardEvent): boolean =>
  keys.some((key) => parseKeybinding(key).every((part) => matchKeybindingPress(event, part)));

function runByKey({ keyScope, keysExcept, reason, run }: Command, event: KeyboardEvent): void {
  if (isBlocked[keyScope](event) || (keysExcept !== undefined && isIn(event, keysExcept))) return;
  const isUnavailable = reason() !== undefined;
  // Keys of an unavailable edit command must not reach the browser, which would undo or save something else.
  if (isUnavailable && keyScope === "idle") return;
  event.preventDefault();
  if (!isUnavailable) run();
}

/** Binds the keys of these commands; returns a function that unbinds them. */
export function bindKeys(commands: readonly Command[]): () => void {
  const bindings = commands
    .filter(({ only }) => only !== "browser")
    .flatMap((command) =>
      command.keys.map((keys) => [keys, (event: KeyboardEvent) => runByKey(command, event)] as const),
    );
  // `keyScope` of each command decides where its keys apply. Ignores keys during IME composition.
  return tinykeys(window, Object.fromEntries(bindings), { ignore: ({ isComposing }) => isComposing });
}
