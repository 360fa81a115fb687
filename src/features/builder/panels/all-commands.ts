import type { EditorCommand } from "#features/builder/editor/command.tsx";

const files = import.meta.glob<readonly EditorCommand[]>("../commands/*.ts", { eager: true, import: "default" });

/** Every command of the builder: the default exports of the shelf, each in the order in which people look for them. */
export const allCommands: readonly EditorCommand[] = Object.values(files).flat();
