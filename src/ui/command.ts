import type { LucideIcon } from "lucide-react";
import type { Text } from "#kit/text.ts";

/** Where keys apply: everywhere; except in inputs with their own undo; or only while nothing is typed or open. */
export type KeyScope = "everywhere" | "editing" | "idle";

/** An action of a part of the app. `C`: its context, such as an open editor. */
export type CommandDefinition<C> = {
  id: string;
  /** The heading in the palette and on the sheet of shortcuts. */
  group: Text;
  name: Text | ((context: C) => Text);
  icon?: LucideIcon;
  /** The label of its toolbar button, instead of the icon. */
  label?: string;
  /** In the syntax of tinykeys (`$mod+KeyS`), alternatives; the first one is shown. */
  keys?: readonly string[];
  /** `idle` by default. */
  keyScope?: KeyScope;
  /** A CSS selector: where the keys mean something else. */
  keysExcept?: string;
  /** `keys`: not in the palette. `browser`: the browser fires its own events for these keys, which are handled elsewhere; `run` is not called. */
  only?: "keys" | "browser";
  /** For a choice or a switch: whether it is active. */
  isOn?: (context: C) => boolean;
  /** True, or why it is unavailable. */
  when?: (context: C) => true | Text;
  run: (context: C) => void;
  opensDialog?: true;
  /** The address that it opens in a new tab: a toolbar shows a link. */
  href?: (context: C) => string;
};

/** Declares commands for one context. */
export const defineCommandFor =
  <C>() =>
  <const N extends CommandDefinition<C>["name"]>(command: CommandDefinition<C> & { name: N }) =>
    command;

/** A command in its context: for menus, toolbars, keys, the palette and the sheet of shortcuts. */
export type Command = Pick<
  CommandDefinition<unknown>,
  "id" | "group" | "icon" | "label" | "only" | "keysExcept" | "opensDialog"
> & {
  name: () => Text;
  keys: readonly string[];
  keyScope: KeyScope;
  /** Of a choice or a switch only. */
  isOn: () => boolean | undefined;
  /** Why it is unavailable; undefined when it is available. */
  reason: () => Text | undefined;
  run: () => void;
  href: () => string | undefined;
};

/** Finds commands for typed words, from outside the screen. */
export type CommandSearch = (query: string, signal: AbortSignal) => Promise<readonly Command[]>;

export const commandAt = <C>(context: C, command: CommandDefinition<C>): Command => ({
  ...command,
  keys: command.keys ?? [],
  keyScope: command.keyScope ?? "idle",
  name: () => (typeof command.name === "function" ? command.name(context) : command.name),
  isOn: () => command.isOn?.(context),
  reason() {
    const answer = command.when?.(context) ?? true;
    return answer === true ? undefined : answer;
  },
  run: () => command.run(context),
  href: () => command.href?.(context),
});

const isMac = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.platform);
const onMac: Record<string, string> = { $mod: "⌘", Shift: "⇧", Alt: "⌥", Delete: "⌫", Backspace: "⌫" };
const keyNames: Record<string, string> = { $mod: "Ctrl", Delete: "Del" };
const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };

/** Keys for display: `$mod+Shift+KeyZ` is ⇧⌘Z or Ctrl+Shift+Z. */
export function keyLabel(keys: string, mac = isMac): string {
  const parts = keys.split("+").map((key) => arrows[key] ?? (mac ? onMac : keyNames)[key] ?? key.replace(/^Key/, ""));
  // The question mark implies Shift.
  const visibleParts = parts.at(-1) === "?" ? parts.slice(-1) : parts;
  if (!mac) return visibleParts.join("+");
  const [key, modifiers] = [visibleParts.at(-1)!, visibleParts.slice(0, -1)];
  // The order in which menus of a Mac write them.
  return ["⌥", "⇧", "⌘"].filter((modifier) => modifiers.includes(modifier)).join("") + key;
}
