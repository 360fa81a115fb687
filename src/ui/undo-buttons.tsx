import { Redo2, Undo2 } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { formatText } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { bindCommand, defineCommandFor, keyLabel } from "./command.ts";
import { bindKeys } from "./command-keys.ts";
import { useText } from "./locale.ts";

/** What undo and redo do; undefined when there is nothing to undo or redo. */
export type UndoActions = { undo: (() => void) | undefined; redo: (() => void) | undefined };

const defineCommand = defineCommandFor<() => UndoActions>();
const group = { zh: "编辑", en: "Edit" };
const title = { zh: "{name}（{keys}）", en: "{name} ({keys})" };
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

const steps = [
  { id: "undo", name: { zh: "撤销", en: "Undo" }, Icon: Undo2, keys: ["$mod+KeyZ"] },
  { id: "redo", name: { zh: "重做", en: "Redo" }, Icon: Redo2, keys: ["$mod+Shift+KeyZ", "$mod+KeyY"] },
] as const;

const commands = steps.map(({ id, name, keys }) =>
  defineCommand({ id, group, name, keys, keyScope: "editing", run: (getActions) => getActions()[id]?.() }),
);

/**
 * Buttons and keys for undo and redo of the document on the screen. In inputs, the keys are for the document only
 * inside an element with `data-document-undo`.
 */
export function UndoButtons(actions: UndoActions) {
  const t = useText();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => bindKeys(commands.map((command) => bindCommand(() => latest.current, command))), []);
  return (
    <span className="flex">
      {steps.map(({ id, name, Icon, keys }) => (
        <Button
          key={id}
          kind="quiet"
          size="icon"
          aria-label={t(name)}
          title={t(formatText(title, { name: t(name), keys: keyLabel(keys[0]) }))}
          disabled={actions[id] === undefined}
          onClick={actions[id]}
        >
          <Icon {...icon} />
        </Button>
      ))}
    </span>
  );
}
