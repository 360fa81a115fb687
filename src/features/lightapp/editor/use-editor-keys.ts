import { useEffect, useLayoutEffect, useRef } from "react";
import { bindCommand, defineCommandFor } from "#ui/command.ts";
import { bindKeys } from "#ui/command-keys.ts";

/** What the keys do; undefined where there is nothing to do. */
type KeyActions = { undo: (() => void) | undefined; redo: (() => void) | undefined };

const defineCommand = defineCommandFor<() => KeyActions>();
const group = { zh: "轻应用", en: "Light app" };

const commands = [
  defineCommand({
    id: "undo light app",
    group,
    name: { zh: "撤销", en: "Undo" },
    keys: ["$mod+KeyZ"],
    keyScope: "editing",
    run: (getActions) => getActions().undo?.(),
  }),
  defineCommand({
    id: "redo light app",
    group,
    name: { zh: "重做", en: "Redo" },
    keys: ["$mod+Shift+KeyZ", "$mod+KeyY"],
    keyScope: "editing",
    run: (getActions) => getActions().redo?.(),
  }),
];

/** The keys for undo and redo. In inputs of the settings, undo takes back the last change of the draft. */
export function useEditorKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => bindKeys(commands.map((command) => bindCommand(() => latest.current, command))), []);
}
