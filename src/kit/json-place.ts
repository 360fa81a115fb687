/** A position in a text; both counted from 1. */
export type TextPlace = { line: number; column: number };

const blanks = /[ \t\n\r]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Linear time: no two alternatives begin with the same character.
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;

/** Matches a sticky pattern at `offset`; returns the position after the match, or undefined. */
function matchEnd(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The next expected token; "value or end" follows an opening bracket. */
type Next = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "end of text";

/** A separator between keys and values, and the state after it. */
type Separator = { sign: string; after: Record<"object" | "list", Next> };
const separators = {
  colon: { sign: ":", after: { object: "value", list: "value" } },
  "comma or end": { sign: ",", after: { object: "key", list: "value" } },
} satisfies Record<string, Separator>;

const isEnd = (character: string, next: Next, isObject: boolean) =>
  next.endsWith("or end") && character === (isObject ? "}" : "]");

/** The position of the first JSON syntax error; undefined for valid JSON. Does not recurse, so that depth is unlimited. */
function errorPosition(text: string): number | undefined {
  const open: ("{" | "[")[] = [];
  let next: Next = "value";
  let offset = 0;
  const endValue = (end: number) => {
    offset = end;
    next = open.length === 0 ? "end of text" : "comma or end";
  };
  for (;;) {
    offset = matchEnd(blanks, text, offset) ?? offset;
    const character = text[offset];
    if (character === undefined) return next === "end of text" ? undefined : text.trimEnd().length;
    if (next === "end of text") return offset;
    const isObject = open.at(-1) === "{";
    const isKey = next.startsWith("key");
    if (isEnd(character, next, isObject)) {
      open.pop();
      endValue(offset + 1);
    } else if (next === "colon" || next === "comma or end") {
      const { sign, after }: Separator = separators[next];
      if (character !== sign) return offset;
      offset += 1;
      next = after[isObject ? "object" : "list"];
    } else if (!isKey && (character === "{" || character === "[")) {
      open.push(character);
      offset += 1;
      next = character === "{" ? "key or end" : "value or end";
    } else {
      const end = matchEnd(isKey || character === '"' ? string : literal, text, offset);
      if (end === undefined) return offset;
      if (isKey) {
        offset = end;
        next = "colon";
      } else endValue(end);
    }
  }
}

/**
 * The position of the first syntax error of a JSON text; undefined when it is valid. JavaScript engines report it for some errors only, each in its
 * own format.
 */
export function jsonErrorPlace(text: string): TextPlace | undefined {
  const position = errorPosition(text);
  if (position === undefined) return undefined;
  const before = text.slice(0, position);
  return { line: before.split("\n").length, column: position - before.lastIndexOf("\n") };
}
