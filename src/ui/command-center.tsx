import { Keyboard, Search } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { bindKeys } from "./command-keys.ts";
import { showCommandDialog, useCommandState } from "./command-state.ts";
import { type Command, bindCommand, type CommandSearch, defineCommandFor } from "./command.ts";
import { loadDialogLater } from "./dialog-later.tsx";

const CommandPalette = loadDialogLater(() => import("./command-palette.tsx").then((file) => file.CommandPalette));
const ShortcutSheet = loadDialogLater(() => import("./shortcut-sheet.tsx").then((file) => file.ShortcutSheet));

const defineCommand = defineCommandFor<undefined>();
const group = { zh: "帮助", en: "Help" };

/** Opens the command palette. */
export const paletteCommand = bindCommand(
  undefined,
  defineCommand({
    id: "palette",
    group,
    name: { zh: "搜索命令", en: "Search commands" },
    icon: Search,
    keys: ["$mod+KeyK"],
    keyScope: "everywhere",
    only: "keys",
    opensDialog: true,
    run: () => showCommandDialog("palette"),
  }),
);

const shortcutsCommand = bindCommand(
  undefined,
  defineCommand({
    id: "shortcuts",
    group,
    name: { zh: "键盘快捷键", en: "Keyboard shortcuts" },
    icon: Keyboard,
    keys: ["Shift+?", "?"],
    opensDialog: true,
    run: () => showCommandDialog("shortcuts"),
  }),
);

type CommandCenterProps = {
  commands: readonly Command[];
  /** Finds further results for the palette, such as records. */
  search?: CommandSearch;
};

/** Binds the keys of commands, and renders the palette and the list of shortcuts. */
export function CommandCenter({ commands, search }: CommandCenterProps): ReactNode {
  const { openDialog, source } = useCommandState();
  const [screenCommands, setScreenCommands] = useState<readonly Command[]>([]);
  useEffect(() => {
    let isWanted = true;
    // If the file does not load, the screen works without shortcuts.
    source?.().then(
      (loadedCommands) => isWanted && setScreenCommands(loadedCommands),
      () => undefined,
    );
    return () => {
      isWanted = false;
      setScreenCommands([]);
    };
  }, [source]);
  const allCommands = useMemo(
    () => [...screenCommands, ...commands, paletteCommand, shortcutsCommand],
    [screenCommands, commands],
  );
  useEffect(() => bindKeys(allCommands), [allCommands]);
  useEffect(() => () => showCommandDialog(undefined), []);
  const close = () => showCommandDialog(undefined);
  if (openDialog === "palette") return <CommandPalette commands={allCommands} search={search} onClose={close} />;
  return openDialog === "shortcuts" && <ShortcutSheet commands={allCommands} onClose={close} />;
}
