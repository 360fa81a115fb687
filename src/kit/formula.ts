/**
 * Formulas of computed fields: `round(price amount, 2)`, `first & " " & last`, `sum(items.amount)`. They are parsed here and evaluated by walking the
 * tree, the same in the browser and on the server; no text is ever executed. Both take linear time.
 */

/** A value that a formula works with. */
export type Simple = string | number | boolean | null;

const binary = ["or", "and", "=", "<>", "<=", ">=", "<", ">", "&", "+", "-", "*", "/"] as const;
type Binary = (typeof binary)[number];

export type Formula =
  | { kind: "value"; value: Simple }
  /** A field, or a field of the rows of a field. */
  | { kind: "field"; field: string; column?: string }
  | { kind: "minus"; of: Formula }
  | { kind: "binary"; op: Binary; left: Formula; right: Formula }
  | { kind: "call"; name: FunctionName; args: Formula[] };

/** Operator precedence, lowest first. */
const levels: readonly (readonly Binary[])[] = [
  ["or"],
  ["and"],
  ["=", "<>", "<=", ">=", "<", ">"],
  ["&"],
  ["+", "-"],
  ["*", "/"],
];

export const maxFormula = 500;
const maxDepth = 40;

const token = /(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9]*)|<>|<=|>=|[=<>&+\-*/(),.]/y;

type Token = { kind: "number"; value: number } | { kind: "text" | "word" | "sign"; value: string };

/** The tokens of a text; undefined when it is invalid. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let position = 0; position < text.length;) {
    const first = text[position]!;
    if (first === " ") {
      position += 1;
      continue;
    }
    if (first === '"' || first === "'") {
      const end = text.indexOf(first, position + 1);
      if (end === -1) return undefined;
      tokens.push({ kind: "text", value: text.slice(position + 1, end) });
      position = end + 1;
      continue;
    }
    token.lastIndex = position;
    const [found, number, word] = token.exec(text) ?? [];
    if (found === undefined) return undefined;
    if (number !== undefined) tokens.push({ kind: "number", value: Number(number) });
    else tokens.push({ kind: word === undefined ? "sign" : "word", value: found });
    position += found.length;
  }
  return tokens;
}

class NoFormula extends Error {}

const words: Record<string, Simple> = { true: true, false: false, null: null };

/** Reads an expression from tokens, one operator level calling the next. */
function createReader(tokens: readonly Token[]) {
  let position = 0;
  let depth = 0;
  const isNext = (value: string) => tokens[position]?.kind !== "text" && tokens[position]?.value === value;
  function take(value: string): void {
    if (!isNext(value)) throw new NoFormula();
    position += 1;
  }

  function list(): Formula[] {
    const args: Formula[] = [];
    take("(");
    if (!isNext(")"))
      do {
        if (args.length > 0) take(",");
        args.push(level(0));
      } while (isNext(","));
    take(")");
    return args;
  }

  function readName(name: string): Formula {
    if (isNext("(")) {
      const matched = functionNames.find((candidate) => candidate === name.toLowerCase());
      if (matched === undefined) throw new NoFormula();
      return { kind: "call", name: matched, args: list() };
    }
    if (Object.hasOwn(words, name)) return { kind: "value", value: words[name]! };
    if (!isNext(".")) return { kind: "field", field: name };
    take(".");
    const column = tokens[position];
    if (column?.kind !== "word") throw new NoFormula();
    position += 1;
    return { kind: "field", field: name, column: column.value };
  }

  function single(): Formula {
    if (isNext("-")) {
      position += 1;
      return { kind: "minus", of: single() };
    }
    if (isNext("(")) {
      position += 1;
      const inside = level(0);
      take(")");
      return inside;
    }
    const next = tokens[position];
    if (next === undefined || next.kind === "sign") throw new NoFormula();
    position += 1;
    return next.kind === "word" ? readName(next.value) : { kind: "value", value: next.value };
  }

  function level(index: number): Formula {
    if ((depth += 1) > maxDepth * levels.length) throw new NoFormula();
    const operators = levels[index];
    let left = operators === undefined ? single() : level(index + 1);
    for (;;) {
      const op = operators?.find((operator) => isNext(operator));
      if (op === undefined) break;
      position += 1;
      left = { kind: "binary", op, left, right: level(index + 1) };
    }
    depth -= 1;
    return left;
  }

  return () => {
    const formula = level(0);
    if (position < tokens.length) throw new NoFormula();
    return formula;
  };
}

/** Parses a formula; undefined when it is invalid or too long. */
export function parseFormula(text: string): Formula | undefined {
  const tokens = text.length > maxFormula ? undefined : tokensOf(text);
  if (tokens === undefined) return undefined;
  try {
    return createReader(tokens)();
  } catch (error) {
    if (error instanceof NoFormula) return undefined;
    throw error;
  }
}

/** The fields that a formula reads. */
export function fieldsIn(formula: Formula): { field: string; column?: string }[] {
  if (formula.kind === "field") return [formula];
  if (formula.kind === "binary") return [...fieldsIn(formula.left), ...fieldsIn(formula.right)];
  if (formula.kind === "minus") return fieldsIn(formula.of);
  return formula.kind === "call" ? formula.args.flatMap(fieldsIn) : [];
}

type Values = Readonly<Record<string, unknown>>;

const simple = (value: unknown): Simple =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "") ? value : null;
const numberOf = (value: Simple): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
/** Numbers are kept to nine decimals, so that 0.1 + 0.2 is 0.3. */
const exact = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(9)) : null);
const textOf = (value: Simple): string => (value === null ? "" : String(value));

/** A calculation with an empty operand is empty. */
const calculate = (left: Simple, right: Simple, work: (a: number, b: number) => number): Simple => {
  const [a, b] = [numberOf(left), numberOf(right)];
  return a === null || b === null ? null : exact(work(a, b));
};

function compareValues(left: Simple, right: Simple, test: (order: number) => boolean): boolean {
  if (left === null || right === null || typeof left !== typeof right) return false;
  return test(left < right ? -1 : left > right ? 1 : 0);
}

const operations: Record<Exclude<Binary, "and" | "or">, (left: Simple, right: Simple) => Simple> = {
  "=": (left, right) => left === right,
  "<>": (left, right) => left !== right,
  "<": (left, right) => compareValues(left, right, (order) => order < 0),
  "<=": (left, right) => compareValues(left, right, (order) => order <= 0),
  ">": (left, right) => compareValues(left, right, (order) => order > 0),
  ">=": (left, right) => compareValues(left, right, (order) => order >= 0),
  "&": (left, right) => textOf(left) + textOf(right),
  "+": (left, right) => calculate(left, right, (a, b) => a + b),
  "-": (left, right) => calculate(left, right, (a, b) => a - b),
  "*": (left, right) => calculate(left, right, (a, b) => a * b),
  "/": (left, right) => calculate(left, right, (a, b) => a / b),
};

const numbersIn = (args: readonly Simple[]) => args.map(numberOf).filter((value) => value !== null);
const rounded =
  (round: (value: number) => number) =>
  ([value = null, digits = 0]: readonly Simple[]) => {
    const [number, places] = [numberOf(value), Math.min(9, Math.max(0, Math.trunc(numberOf(digits) ?? 0)))];
    // By the decimal point of the text, not by a product: 1.005 * 100 is a little less than 100.5.
    return number === null ? null : exact(Number(`${round(Number(`${number.toFixed(9)}e${places}`))}e-${places}`));
  };
const overNumbers =
  (work: (numbers: readonly number[]) => number) =>
  (args: readonly Simple[]): Simple => {
    const numbers = numbersIn(args);
    return numbers.length === 0 ? null : exact(work(numbers));
  };
const add = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
const roundHalfUp = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

/** The functions of formulas. Fields of sub-rows are passed as lists of values. */
const functions = {
  sum: (args: readonly Simple[]) => exact(add(numbersIn(args))),
  avg: overNumbers((numbers) => add(numbers) / numbers.length),
  min: overNumbers((numbers) => numbers.reduce((minimum, value) => Math.min(minimum, value))),
  max: overNumbers((numbers) => numbers.reduce((maximum, value) => Math.max(maximum, value))),
  count: (args: readonly Simple[]) => args.filter((value) => value !== null).length,
  round: rounded(roundHalfUp),
  floor: rounded(Math.floor),
  ceil: rounded(Math.ceil),
  abs: ([value = null]: readonly Simple[]) => calculate(value, 0, (number) => Math.abs(number)),
  length: ([value = null]: readonly Simple[]) => [...textOf(value)].length,
  upper: ([value = null]: readonly Simple[]) => textOf(value).toUpperCase(),
  lower: ([value = null]: readonly Simple[]) => textOf(value).toLowerCase(),
};
type FunctionName = keyof typeof functions | "if";
const functionNames: readonly FunctionName[] = [...(Object.keys(functions) as (keyof typeof functions)[]), "if"];

/** The values of an argument: for a field of sub-rows, one per row. */
function spread(formula: Formula, values: Values): Simple[] {
  if (formula.kind !== "field" || formula.column === undefined) return [evaluate(formula, values)];
  const { field, column } = formula;
  const rows = Object.hasOwn(values, field) ? values[field] : undefined;
  return Array.isArray(rows) ? rows.map((row) => simple((row as Values | null)?.[column])) : [];
}

/** Evaluates a formula for the values of a row. Null when it cannot be computed. */
export function evaluate(formula: Formula, values: Values): Simple {
  if (formula.kind === "value") return formula.value;
  if (formula.kind === "field") {
    if (formula.column !== undefined) return spread(formula, values)[0] ?? null;
    return Object.hasOwn(values, formula.field) ? simple(values[formula.field]) : null;
  }
  if (formula.kind === "minus") return calculate(0, evaluate(formula.of, values), (zero, value) => zero - value);
  if (formula.kind === "binary") {
    const { op } = formula;
    const left = evaluate(formula.left, values);
    if (op === "and") return left === true && evaluate(formula.right, values) === true;
    if (op === "or") return left === true || evaluate(formula.right, values) === true;
    return operations[op](left, evaluate(formula.right, values));
  }
  const { name, args } = formula;
  if (name !== "if") return functions[name](args.flatMap((arg) => spread(arg, values)));
  const [condition, yes, no] = args;
  const branch = condition !== undefined && evaluate(condition, values) === true ? yes : no;
  return branch === undefined ? null : evaluate(branch, values);
}
