import type { Text } from "#kit/text.ts";
import type { IconComponent } from "./menu-icon.tsx";

/** Where keys apply: `everywhere`; `editing`: not in inputs with their own undo; `idle`: not in inputs and overlays. */
export type KeyScope = "everywhere" | "editing" | "idle";

/** Definition of a command. `C`: the type of its context, such as an open editor. */
export type CommandDefinition<C> = {
  id: string;
  /** The heading in the palette and in the list of shortcuts. */
  group: Text;
  name: Text | ((context: C) => Text);
  icon?: IconComponent;
  /** The label of its toolbar button, instead of the icon. */
  label?: string;
  /** Alternative key bindings in the syntax of tinykeys (`$mod+KeyS`); the interface shows the first. */
  keys?: readonly string[];
  /** `idle` by default. */
  keyScope?: KeyScope;
  /** CSS selector of elements in which the keys have another meaning. */
  keysExcept?: string;
  /** `keys`: not in the palette. `browser`: the browser fires its own events for these keys, which are handled elsewhere; `run` is not called. */
  only?: "keys" | "browser";
  /** Whether a toggle or an option is active; absent for other commands. */
  isOn?: (context: C) => boolean;
  /** True if the command is available, otherwise the reason. */
  when?: (context: C) => true | Text;
  run: (context: C) => void;
  opensDialog?: true;
  /** The URL that the command opens in a new tab; a toolbar renders a link instead of a button. Undefined while the command is unavailable. */
  href?: (context: C) => string | undefined;
};

/** Declares commands for one context. */
export const defineCommandFor =
  <C>() =>
  <const N extends CommandDefinition<C>["name"]>(command: CommandDefinition<C> & { name: N }) =>
    command;

/** A command with its context, for menus, toolbars, key bindings, the palette and the list of shortcuts. */
export type Command = Pick<
  CommandDefinition<unknown>,
  "id" | "group" | "icon" | "label" | "only" | "keysExcept" | "opensDialog"
> & {
  name: () => Text;
  keys: readonly string[];
  keyScope: KeyScope;
  /** Undefined for commands that are neither toggles nor options. */
  isOn: () => boolean | undefined;
  /** Why it is unavailable; undefined when it is available. */
  reason: () => Text | undefined;
  run: () => void;
  href: () => string | undefined;
};

/** Finds commands for a query, such as one for each matching record. */
export type CommandSearch = (query: string, signal: AbortSignal) => Promise<readonly Command[]>;

export const bindCommand = <C>(context: C, command: CommandDefinition<C>): Command => ({
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
const macKeyNames: Record<string, string> = { $mod: "⌘", Shift: "⇧", Alt: "⌥", Delete: "⌫", Backspace: "⌫" };
const keyNames: Record<string, string> = { $mod: "Ctrl", Delete: "Del" };
const keySymbols: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Equal: "+",
  Minus: "−",
  BracketLeft: "[",
  BracketRight: "]",
  Quote: "'",
};

/** Keys for display: `$mod+Shift+KeyZ` is ⇧⌘Z or Ctrl+Shift+Z. */
export function keyLabel(keys: string, mac = isMac): string {
  const parts = keys
    .split("+")
    .map((key) => keySymbols[key] ?? (mac ? macKeyNames : keyNames)[key] ?? key.replace(/^(?:Key|Digit)/, ""));
  // The question mark implies Shift.
  const visibleParts = parts.at(-1) === "?" ? parts.slice(-1) : parts;
  if (!mac) return visibleParts.join("+");
  const [key, modifiers] = [visibleParts.at(-1)!, visibleParts.slice(0, -1)];
  // The order of modifiers in macOS menus.
  return ["⌥", "⇧", "⌘"].filter((modifier) => modifiers.includes(modifier)).join("") + key;
}
