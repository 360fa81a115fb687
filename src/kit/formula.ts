/**
 * Formulas of computed fields: `round(price amount, 2)`, `first & " " & last`, `sum(items.amount)`. They are parsed here and evaluated by walking the
 * tree, the same in the browser and on the server; no text is ever executed. Both take linear time.
 */

/** A value that a formula works with. */
export type FormulaValue = string | number | boolean | null;

const binary = ["or", "and", "=", "<>", "<=", ">=", "<", ">", "&", "+", "-", "*", "/"] as const;
type Binary = (typeof binary)[number];

export type Formula =
  | { kind: "value"; value: FormulaValue }
  /** A field, or a field of the rows of a field. */
  | { kind: "field"; field: string; column?: string }
  | { kind: "minus"; operand: Formula }
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

/** The maximum length of a formula, in UTF-16 units. */
export const maxFormulaLength = 500;
/** The maximum nesting of brackets and calls. */
const maxDepth = 40;

const tokenPattern = /(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9]*)|<>|<=|>=|[=<>&+\-*/(),.]/y;

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
    tokenPattern.lastIndex = position;
    const [matched, number, word] = tokenPattern.exec(text) ?? [];
    if (matched === undefined) return undefined;
    if (number !== undefined) tokens.push({ kind: "number", value: Number(number) });
    else tokens.push({ kind: word === undefined ? "sign" : "word", value: matched });
    position += matched.length;
  }
  return tokens;
}

class FormulaSyntaxError extends Error {}

const literals: Record<string, FormulaValue> = { true: true, false: false, null: null };

/** Creates a recursive descent parser: each precedence level reads its operands with the next level. */
function createParser(tokens: readonly Token[]) {
  let position = 0;
  let depth = 0;
  const isNext = (value: string) => tokens[position]?.kind !== "text" && tokens[position]?.value === value;
  function expectToken(value: string): void {
    if (!isNext(value)) throw new FormulaSyntaxError();
    position += 1;
  }

  function readArguments(): Formula[] {
    const args: Formula[] = [];
    expectToken("(");
    if (!isNext(")"))
      do {
        if (args.length > 0) expectToken(",");
        args.push(readLevel(0));
      } while (isNext(","));
    expectToken(")");
    return args;
  }

  function readName(name: string): Formula {
    if (isNext("(")) {
      const matched = functionNames.find((candidate) => candidate === name.toLowerCase());
      if (matched === undefined) throw new FormulaSyntaxError();
      return { kind: "call", name: matched, args: readArguments() };
    }
    if (Object.hasOwn(literals, name)) return { kind: "value", value: literals[name]! };
    if (!isNext(".")) return { kind: "field", field: name };
    expectToken(".");
    const column = tokens[position];
    if (column?.kind !== "word") throw new FormulaSyntaxError();
    position += 1;
    return { kind: "field", field: name, column: column.value };
  }

  function readOperand(): Formula {
    if (isNext("-")) {
      position += 1;
      return { kind: "minus", operand: readOperand() };
    }
    if (isNext("(")) {
      position += 1;
      const grouped = readLevel(0);
      expectToken(")");
      return grouped;
    }
    const next = tokens[position];
    if (next === undefined || next.kind === "sign") throw new FormulaSyntaxError();
    position += 1;
    return next.kind === "word" ? readName(next.value) : { kind: "value", value: next.value };
  }

  function readLevel(index: number): Formula {
    // Each nesting passes through all precedence levels.
    if ((depth += 1) > maxDepth * levels.length) throw new FormulaSyntaxError();
    const operators = levels[index];
    let left = operators === undefined ? readOperand() : readLevel(index + 1);
    for (;;) {
      const op = operators?.find((operator) => isNext(operator));
      if (op === undefined) break;
      position += 1;
      left = { kind: "binary", op, left, right: readLevel(index + 1) };
    }
    depth -= 1;
    return left;
  }

  return () => {
    const formula = readLevel(0);
    if (position < tokens.length) throw new FormulaSyntaxError();
    return formula;
  };
}

/** Parses a formula; undefined when it is invalid or too long. */
export function parseFormula(text: string): Formula | undefined {
  const tokens = text.length > maxFormulaLength ? undefined : tokensOf(text);
  if (tokens === undefined) return undefined;
  try {
    return createParser(tokens)();
  } catch (error) {
    if (error instanceof FormulaSyntaxError) return undefined;
    throw error;
  }
}

/** The fields that a formula reads. */
export function fieldsIn(formula: Formula): { field: string; column?: string }[] {
  if (formula.kind === "field") return [formula];
  if (formula.kind === "binary") return [...fieldsIn(formula.left), ...fieldsIn(formula.right)];
  if (formula.kind === "minus") return fieldsIn(formula.operand);
  return formula.kind === "call" ? formula.args.flatMap(fieldsIn) : [];
}

type Values = Readonly<Record<string, unknown>>;

const formulaValueOf = (value: unknown): FormulaValue =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "") ? value : null;
const numberOf = (value: FormulaValue): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
/** Rounds to nine decimals, so that 0.1 + 0.2 is 0.3; null for infinity and NaN. */
const roundToNineDecimals = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(9)) : null;
const textOf = (value: FormulaValue): string => (value === null ? "" : String(value));

/** A calculation with an empty operand is empty. */
const calculate = (
  left: FormulaValue,
  right: FormulaValue,
  compute: (a: number, b: number) => number,
): FormulaValue => {
  const [a, b] = [numberOf(left), numberOf(right)];
  return a === null || b === null ? null : roundToNineDecimals(compute(a, b));
};

function compareValues(left: FormulaValue, right: FormulaValue, test: (order: number) => boolean): boolean {
  if (left === null || right === null || typeof left !== typeof right) return false;
  return test(left < right ? -1 : left > right ? 1 : 0);
}

const operations: Record<Exclude<Binary, "and" | "or">, (left: FormulaValue, right: FormulaValue) => FormulaValue> = {
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

const numbersIn = (args: readonly FormulaValue[]) => args.map(numberOf).filter((value) => value !== null);
const roundingWith =
  (round: (value: number) => number) =>
  ([value = null, digits = 0]: readonly FormulaValue[]) => {
    const [number, places] = [numberOf(value), Math.min(9, Math.max(0, Math.trunc(numberOf(digits) ?? 0)))];
    // Moves the decimal point by an exponent instead of multiplying: 1.005 * 100 is a little less than 100.5.
    return number === null
      ? null
      : roundToNineDecimals(Number(`${round(Number(`${number.toFixed(9)}e${places}`))}e-${places}`));
  };
const overNumbers =
  (work: (numbers: readonly number[]) => number) =>
  (args: readonly FormulaValue[]): FormulaValue => {
    const numbers = numbersIn(args);
    return numbers.length === 0 ? null : roundToNineDecimals(work(numbers));
  };
const sumOf = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
const roundHalfUp = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

/** The functions of formulas. Fields of sub-rows are passed as lists of values. */
const functions = {
  sum: (args: readonly FormulaValue[]) => roundToNineDecimals(sumOf(numbersIn(args))),
  avg: overNumbers((numbers) => sumOf(numbers) / numbers.length),
  min: overNumbers((numbers) => numbers.reduce((minimum, value) => Math.min(minimum, value))),
  max: overNumbers((numbers) => numbers.reduce((maximum, value) => Math.max(maximum, value))),
  count: (args: readonly FormulaValue[]) => args.filter((value) => value !== null).length,
  round: roundingWith(roundHalfUp),
  floor: roundingWith(Math.floor),
  ceil: roundingWith(Math.ceil),
  abs: ([value = null]: readonly FormulaValue[]) => calculate(value, 0, (number) => Math.abs(number)),
  length: ([value = null]: readonly FormulaValue[]) => [...textOf(value)].length,
  upper: ([value = null]: readonly FormulaValue[]) => textOf(value).toUpperCase(),
  lower: ([value = null]: readonly FormulaValue[]) => textOf(value).toLowerCase(),
};
type FunctionName = keyof typeof functions | "if";
const functionNames: readonly FunctionName[] = [...(Object.keys(functions) as (keyof typeof functions)[]), "if"];

/** The values of an argument: for a field of sub-rows, one per row. */
function argumentValues(formula: Formula, values: Values): FormulaValue[] {
  if (formula.kind !== "field" || formula.column === undefined) return [evaluate(formula, values)];
  const { field, column } = formula;
  const rows = Object.hasOwn(values, field) ? values[field] : undefined;
  return Array.isArray(rows) ? rows.map((row) => formulaValueOf((row as Values | null)?.[column])) : [];
}

/** Evaluates a formula for the values of a row. Null when it cannot be computed. */
export function evaluate(formula: Formula, values: Values): FormulaValue {
  if (formula.kind === "value") return formula.value;
  if (formula.kind === "field") {
    if (formula.column !== undefined) return argumentValues(formula, values)[0] ?? null;
    return Object.hasOwn(values, formula.field) ? formulaValueOf(values[formula.field]) : null;
  }
  if (formula.kind === "minus") return calculate(0, evaluate(formula.operand, values), (zero, value) => zero - value);
  if (formula.kind === "binary") {
    const { op } = formula;
    const left = evaluate(formula.left, values);
    if (op === "and") return left === true && evaluate(formula.right, values) === true;
    if (op === "or") return left === true || evaluate(formula.right, values) === true;
    return operations[op](left, evaluate(formula.right, values));
  }
  const { name, args } = formula;
  if (name !== "if") return functions[name](args.flatMap((arg) => argumentValues(arg, values)));
  const [condition, whenTrue, whenFalse] = args;
  const branch = condition !== undefined && evaluate(condition, values) === true ? whenTrue : whenFalse;
  return branch === undefined ? null : evaluate(branch, values);
}
