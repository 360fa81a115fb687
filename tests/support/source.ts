import path from "node:path";
import { parseSync } from "vite";

/** A source file to check, from the disk or from a test. `path` is relative to the project's folder. */
export type Source = { path: string; text: string };

export type Import = {
  /** A path of the project, or the name of a package. */
  to: string;
  line: number;
  isType: boolean;
  isDynamic: boolean;
};

/** The parts of a file that checks need. `lines`: their number; `reexports`, `anys`: the lines that contain them. */
export type Parsed = Source & {
  lines: number;
  imports: Import[];
  reexports: number[];
  anys: number[];
  globs: string[];
  expressions: Expression[];
  comments: { text: string; line: number }[];
};

/** A regular expression. `pattern` is undefined if the program builds it at run time. */
export type Expression = { pattern: string | undefined; flags: string; line: number };

function resolve(from: string, name: string): string {
  const plainName = name.replace(/\?.*$/, "");
  if (plainName.startsWith("#")) return `src/${plainName.slice(1)}`;
  return plainName.startsWith(".") ? path.posix.join(path.posix.dirname(from), plainName) : plainName;
}

type AnyNode = {
  type?: string;
  start?: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
};

/** Calls `visit` on every node of a syntax tree. */
function walk(node: unknown, visit: (node: AnyNode) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof (node as AnyNode).type === "string") visit(node as AnyNode);
  for (const value of Object.values(node)) walk(value, visit);
}

const globCall = /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|"[^"]*")/g;

/** Parses a TypeScript file. @throws Error if the file has a syntax error */
export function parse({ path: file, text }: Source): Parsed {
  const { module, program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const staticImports = module.staticImports.map(({ start, end, moduleRequest, entries }) => ({
    to: resolve(file, moduleRequest.value),
    line: lineAt(start),
    isType:
      text.slice(start, end).startsWith("import type") ||
      (entries.length > 0 && entries.every((entry) => entry.isType)),
    isDynamic: false,
  }));
  const dynamicImports = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const name = /^["'`](.*)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return name === undefined ? [] : [{ to: resolve(file, name), line: lineAt(start), isType: false, isDynamic: true }];
  });
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.filter(({ moduleRequest }) => moduleRequest !== null).map(({ start }) => lineAt(start)),
  );
  const anys: number[] = [];
  const expressions: Expression[] = [];
  walk(program, (node) => {
    const line = () => lineAt(node.start ?? 0);
    if (node.type === "TSAnyKeyword") anys.push(line());
    if (node.regex !== undefined) expressions.push({ ...node.regex, line: line() });
    if (node.callee?.name === "RegExp") expressions.push({ pattern: undefined, flags: "", line: line() });
  });
  const globs = [...text.matchAll(globCall)].flatMap(([, patterns]) =>
    [...patterns!.matchAll(/"([^"]+)"/g)].map(([, pattern]) => resolve(file, pattern!)),
  );
  return {
    path: file,
    text,
    lines: text.trimEnd().split("\n").length,
    imports: [...staticImports, ...dynamicImports],
    reexports,
    anys,
    globs,
    expressions,
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
  };
}
