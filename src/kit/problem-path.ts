/**
 * The problems of a value, in the reader's language, by path: "" is the value itself, "2.price" a cell of its third row. Paths contain no
 * language.
 */
export type Problems = Readonly<Record<string, string>>;

/** A shared object for valid values, so that it is stable between renders. */
export const noProblems: Problems = {};

const asProblems = (entries: [string, string][]): Problems =>
  entries.length === 0 ? noProblems : Object.fromEntries(entries);

/** The path of a part of the value at `name`. */
export const joinPath = (name: string, path: string): string => (path === "" ? name : `${name}.${path}`);

/** The problems at a path and below it, with relative paths. */
export function problemsAt(problems: Problems, path: string): Problems {
  const entries = Object.entries(problems).flatMap(([key, text]): [string, string][] => {
    if (key === path) return [["", text]];
    return key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), text]] : [];
  });
  return asProblems(entries);
}

/** `problems` with those at a path and below it replaced by `replacement`. */
export function replaceAt(problems: Problems, path: string, replacement: Problems): Problems {
  const isWithin = (key: string) => key === path || key.startsWith(`${path}.`);
  const otherEntries = Object.entries(problems).filter(([key]) => !isWithin(key));
  const newEntries = Object.entries(replacement).filter(([key]) => isWithin(key));
  return asProblems([...otherEntries, ...newEntries]);
}

type Row = Record<string, unknown>;

/** The problems of the rows `before` that still apply to `after`: problems move with their rows, and those of changed cells are dropped. */
export function carryProblems(problems: Problems, before: unknown, after: unknown): Problems {
  if (!Array.isArray(before) || !Array.isArray(after)) return noProblems;
  const [oldRows, newRows] = [before as Row[], after as Row[]];
  const remaining = Object.entries(problems).flatMap(([path, text]): [string, string][] => {
    const [index = "", name = ""] = path.split(".");
    const row = oldRows[Number(index)];
    if (row === undefined || name === "") return [];
    const newIndex = newRows.indexOf(row);
    if (newIndex !== -1) return [[`${newIndex}${path.slice(index.length)}`, text]];
    return newRows[Number(index)]?.[name] === row[name] ? [[path, text]] : [];
  });
  return asProblems(remaining);
}
