import { parseFormula } from "./formula.ts";

const wordPattern = /[A-Za-z][A-Za-z0-9]*/y;

/** A formula in which a field has another name. A text that is no formula stays as it is. */
export function renameInFormula(text: string, from: string, to: string): string {
  if (parseFormula(text) === undefined) return text;
  let renamed = "";
  let before = "";
  for (let position = 0; position < text.length;) {
    const first = text[position]!;
    wordPattern.lastIndex = position;
    const isText = first === '"' || first === "'";
    const word = isText ? undefined : wordPattern.exec(text)?.[0];
    const end = isText ? text.indexOf(first, position + 1) + 1 : position + (word?.length ?? 1);
    const token = text.slice(position, end);
    // Behind a dot stands a field of sub-rows, and before a bracket a function.
    const isField = token === from && before !== "." && !text.slice(end).trimStart().startsWith("(");
    renamed += isField ? to : token;
    if (first !== " ") before = token;
    position = end;
  }
  return renamed;
}
