import { useMemo } from "react";
import type { Text } from "#kit/text.ts";
import { bindCommand, type Command, type CommandDefinition, defineCommandFor, keyLabel } from "#ui/command.ts";
import { useText } from "#ui/locale.ts";
import type { MenuItem } from "#ui/menu-list.tsx";
import { useAspect, useValue } from "#features/builder/document/value.ts";
import { contentOnlyText, type Editor, useEditor } from "./editor.ts";
import { Tool, toolIcon } from "./tool.tsx";

/** A command of the builder: an export of a file in `features/builder/commands`. */
export type EditorCommand = CommandDefinition<Editor>;
export const defineCommand = defineCommandFor<Editor>();

/** A command that changes more of the page than its texts, pictures and links. */
export const defineEdit = ((command) => ({
  ...command,
  when: (editor) => (editor.store.isContentOnly ? contentOnlyText : (command.when?.(editor) ?? true)),
})) as typeof defineCommand;

/** Commands for the open page. */
export function useCommandsOf(definitions: readonly EditorCommand[]): Command[] {
  const editor = useEditor();
  return useMemo(() => definitions.map((command) => bindCommand(editor, command)), [editor, definitions]);
}

/** Like `useCommandsOf`, but renders the component again when a command may have become enabled or disabled. */
export function useEditorCommands(definitions: readonly EditorCommand[]): Command[] {
  const editor = useEditor();
  const { history, selected } = editor.store;
  useValue(history);
  useValue(selected);
  useValue(editor.view);
  useValue(editor.multiSelect);
  useAspect(editor.comments, ({ isOpen }) => isOpen);
  useAspect(editor.session.published, (published) => published !== null);
  useAspect(editor.session.state, ({ kind }) => kind);
  return useCommandsOf(definitions);
}

/** The toolbar button of a command. */
export function CommandTool({ command }: { command: Command }) {
  const t = useText();
  const { icon: Icon, keys, label } = command;
  const reason = command.reason();
  const isOn = command.isOn();
  const href = command.href();
  const name = t(command.name());
  const content = label ?? (Icon !== undefined && <Icon {...toolIcon} />);
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel="noreferrer" className="tool" aria-label={name} title={name}>
        {content}
      </a>
    );
  return (
    <Tool
      name={name}
      {...(keys[0] === undefined ? {} : { keys: keyLabel(keys[0]) })}
      {...(reason === undefined ? {} : { reason: t(reason) })}
      {...(isOn === undefined ? {} : { isOn })}
      {...(command.opensDialog ? { "aria-haspopup": "dialog" as const } : {})}
      onClick={command.run}
    >
      {content}
    </Tool>
  );
}

/** The buttons of some commands, in their order. */
export function CommandTools({ commands }: { commands: readonly EditorCommand[] }) {
  return useEditorCommands(commands).map((command) => <CommandTool key={command.id} command={command} />);
}

/** Available commands as menu items. */
export function menuItemsOf(commands: readonly Command[], t: (text: Text) => string): MenuItem[] {
  return commands
    .filter((command) => command.reason() === undefined)
    .map((command) => {
      const { icon: Icon, keys, run } = command;
      const isOn = command.isOn();
      return {
        name: t(command.name()),
        ...(Icon === undefined ? {} : { icon: <Icon {...toolIcon} /> }),
        ...(keys[0] === undefined ? {} : { note: keyLabel(keys[0]) }),
        ...(isOn === undefined ? {} : { isChosen: isOn }),
        run,
      };
    });
}
