/** A place in a text; both counted from 1. */
export type TextPlace = { line: number; column: number };

const blanks = new Set([" ", "\t", "\n", "\r"]);
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Each character is passed once: no alternative begins as another.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Reads what a pattern finds at a position; the position behind it, or undefined. */
function behind(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** What may come next, and what ends the whole: "value or end" stands after an opening bracket. */
type Next = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "end of text";

/** The position at which a text stops being JSON; undefined for JSON. In one pass, however deep it is. */
function errorPosition(text: string): number | undefined {
  const open: ("{" | "[")[] = [];
  let next: Next = "value";
  let at = 0;
  const close = () => {
    open.pop();
    at += 1;
    next = open.length === 0 ? "end of text" : "comma or end";
  };
  for (;;) {
    while (blanks.has(text[at]!)) at += 1;
    const character = text[at];
    if (character === undefined) return next === "end of text" ? undefined : text.trimEnd().length;
    if (next === "end of text") return at;
    const isObject = open.at(-1) === "{";
    if (next.endsWith("or end") && character === (isObject ? "}" : "]")) close();
    else if (next === "comma or end") {
      if (character !== ",") return at;
      at += 1;
      next = isObject ? "key" : "value";
    } else if (next === "colon") {
      if (character !== ":") return at;
      at += 1;
      next = "value";
    } else if (next.startsWith("key")) {
      const end = behind(string, text, at);
      if (end === undefined) return at;
      at = end;
      next = "colon";
    } else if (character === "{" || character === "[") {
      open.push(character);
      at += 1;
      next = character === "{" ? "key or end" : "value or end";
    } else {
      const end = behind(character === '"' ? string : literal, text, at);
      if (end === undefined) return at;
      at = end;
      next = open.length === 0 ? "end of text" : "comma or end";
    }
  }
}

/** Where a text stops being JSON; undefined for JSON. Engines say it only of some errors, and each in its own words. */
export function jsonErrorPlace(text: string): TextPlace | undefined {
  const position = errorPosition(text);
  if (position === undefined) return undefined;
  const before = text.slice(0, position);
  return { line: before.split("\n").length, column: position - before.lastIndexOf("\n") };
}
