import { Keyboard, Search } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { bindKeys } from "./command-keys.ts";
import { openCommands, useCommandState } from "./command-state.ts";
import { type Command, commandAt, type CommandSearch, defineCommandFor } from "./command.ts";
import { loadDialogLater } from "./dialog-later.tsx";

const Palette = loadDialogLater(() => import("./command-palette.tsx").then((file) => file.CommandPalette));
const Sheet = loadDialogLater(() => import("./shortcut-sheet.tsx").then((file) => file.ShortcutSheet));

const defineCommand = defineCommandFor<undefined>();
const group = { zh: "帮助", en: "Help" };

/** Opens the palette: everything that can be done here, by name. */
export const palette = commandAt(
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
    run: () => openCommands("palette"),
  }),
);

const shortcuts = commandAt(
  undefined,
  defineCommand({
    id: "shortcuts",
    group,
    name: { zh: "键盘快捷键", en: "Keyboard shortcuts" },
    icon: Keyboard,
    keys: ["Shift+?", "?"],
    opensDialog: true,
    run: () => openCommands("shortcuts"),
  }),
);

type CommandCenterProps = {
  commands: readonly Command[];
  /** Finds more for the palette than there are commands, records for example. */
  search?: CommandSearch;
};

/** Has commands work by their keys, and by their names in the palette and on the sheet of shortcuts. */
export function CommandCenter({ commands, search }: CommandCenterProps): ReactNode {
  const { opened, offered: source } = useCommandState();
  const [offered, setOffered] = useState<readonly Command[]>([]);
  useEffect(() => {
    let isWanted = true;
    // If the file does not load, the screen works without shortcuts.
    source?.().then(
      (offers) => isWanted && setOffered(offers),
      () => undefined,
    );
    return () => {
      isWanted = false;
      setOffered([]);
    };
  }, [source]);
  const all = useMemo(() => [...offered, ...commands, palette, shortcuts], [offered, commands]);
  useEffect(() => bindKeys(all), [all]);
  useEffect(() => () => openCommands(undefined), []);
  const close = () => openCommands(undefined);
  if (opened === "palette") return <Palette commands={all} search={search} onClose={close} />;
  return opened === "shortcuts" && <Sheet commands={all} onClose={close} />;
}
