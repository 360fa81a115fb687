import { useSyncExternalStore } from "react";
import type { Command } from "./command.ts";

/** Commands that a screen adds. They are loaded with the key bindings, once the screen is shown. */
export type CommandSource = () => Promise<readonly Command[]>;

/** Which dialog about commands is open, and what the screen offers. */
export type CommandState = { opened: "palette" | "shortcuts" | undefined; offered: CommandSource | undefined };

let state: CommandState = { opened: undefined, offered: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<CommandState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const openCommands = (opened: CommandState["opened"]): void => change({ opened });

/** Registers the commands of a screen; returns a function that removes them. */
export function offerCommands(source: CommandSource): () => void {
  change({ offered: source });
  return () => {
    if (state.offered === source) change({ offered: undefined });
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCommandState = (): CommandState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  );
