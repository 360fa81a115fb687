import type { Text } from "./text.ts";

/** Names in braces that the program or its texts replace, which no variable of a space may have. `n`: the number of rows of an action on many. */
const reservedNames: ReadonlySet<string> = new Set(["id", "name", "n", "me"]);

/** Whether a variable of a space may not have this name, because the program replaces it itself. */
export const isProgramPlaceholder = (name: string): boolean => reservedNames.has(name.toLowerCase());

/** The variables of a space by their names, each with its value. */
export type Placeholders = ReadonlyMap<string, Text>;

const pattern = /\{([A-Za-z][\w-]{0,39})\}/g;

/** A text with the values of the variables that it names in braces; other names stay as they are. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.includes("{") ? text.replace(pattern, (whole, name: string) => valueOf(name) ?? whole) : text;
