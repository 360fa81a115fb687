import { useSyncExternalStore } from "react";
import type { Command } from "./command.ts";

/** Loads the commands that a screen adds. Called after the screen is shown. */
export type CommandSource = () => Promise<readonly Command[]>;

/** The open command dialog, and the source of the commands of the screen. */
export type CommandState = { openDialog: "palette" | "shortcuts" | undefined; source: CommandSource | undefined };

let state: CommandState = { openDialog: undefined, source: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<CommandState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Opens a command dialog, or closes the open one (undefined). */
export const showCommandDialog = (openDialog: CommandState["openDialog"]): void => change({ openDialog });

/** Registers the commands of a screen; returns a function that removes them. */
export function registerScreenCommands(source: CommandSource): () => void {
  change({ source });
  return () => {
    if (state.source === source) change({ source: undefined });
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
