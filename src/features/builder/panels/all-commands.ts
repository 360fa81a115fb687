import type { EditorCommand } from "#features/builder/editor/command.tsx";

const files = import.meta.glob<readonly EditorCommand[]>("../commands/*.ts", { eager: true, import: "default" });

/** Every command of the builder: the default exports of `commands/`, in display order. */
export const allCommands: readonly EditorCommand[] = Object.values(files).flat();
