import type { EditorCommand } from "#features/builder/editor/command.tsx";

type CommandFile = Record<string, EditorCommand | readonly EditorCommand[]>;
const files = import.meta.glob<CommandFile>("../commands/*.ts", { eager: true });

/** Every command of the builder: what the files of the shelf export. */
export const allCommands: readonly EditorCommand[] = Object.values(files).flatMap((file) => Object.values(file).flat());
