import { parseSync } from "vite";

/** A title of `it`, `test` or `describe`. `around`: the titles of the blocks around it. Placeholders of cases are replaced by an ellipsis. */
export type TestTitle = { file: string; around: string[]; title: string };

type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** An expression without its type assertions (`as const`, `satisfies`). */
const unwrap = (node: Node): Node =>
  /^TS.*Expression$/.test(node.type) && isNode(node.expression) ? unwrap(node.expression) : node;

/** The text of a string, with an ellipsis for computed parts; undefined for other expressions. */
function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const { type, value, quasis, operator, left, right } = unwrap(node);
  if (type === "Literal") return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  if (type === "TemplateLiteral")
    return nodes(quasis)
      .map((part) => (part.value as { cooked: string }).cooked)
      .join("…");
  if (type === "BinaryExpression" && operator === "+" && isNode(left) && isNode(right))
    return `${textOf(left) ?? "…"}${textOf(right) ?? "…"}`;
  return undefined;
}

/** The called `it`, `test` or `describe` in any form (`it.concurrent`, `describe.each(table)`), with the table of its cases. */
function runnerOf(callee: Node): { name: string; table: Node | undefined } | undefined {
  if (callee.type === "Identifier")
    return /^(it|test|describe)$/.test(String(callee.name))
      ? { name: String(callee.name), table: undefined }
      : undefined;
  if (callee.type === "MemberExpression" && isNode(callee.object)) return runnerOf(callee.object);
  if (callee.type === "CallExpression" && isNode(callee.callee)) {
    const inner = runnerOf(callee.callee);
    return inner === undefined ? undefined : { ...inner, table: nodes(callee.arguments)[0] };
  }
  return undefined;
}

/** The title that the runner gives to one case. */
function fillTitle(title: string, row: Node): string {
  const { type, elements, properties } = unwrap(row);
  const positional = type === "ArrayExpression" ? nodes(elements) : [row];
  const byName = new Map(
    type === "ObjectExpression"
      ? nodes(properties).map((property) => [
          isNode(property.key) ? String(property.key.name ?? property.key.value) : "",
          isNode(property.value) ? textOf(property.value) : undefined,
        ])
      : [],
  );
  let position = 0;
  return title.replace(/%[sjdifo]|\$([a-zA-Z]\w*)/g, (_placeholder, name: string | undefined) =>
    name === undefined ? (textOf(positional[position++]) ?? "…") : (byName.get(name) ?? "…"),
  );
}

const withoutPlaceholders = (title: string) => title.replace(/%[sjdifo]|\$[a-zA-Z]\w*(?:\.\w+)*/g, "…");
const idsIn = (text: string) => (text.match(/\b[A-Z]-\d{1,3}\b/g) ?? []).join();

/** The title of each case of a table if the cases contain requirement ids; otherwise one title for all cases. */
function titlesOfCases(title: string, table: Node, constants: ReadonlyMap<string, Node>): string[] {
  const argument = unwrap(table);
  const list = argument.type === "Identifier" ? constants.get(String(argument.name)) : argument;
  const cases = list === undefined ? [] : nodes(unwrap(list).elements).map((row) => fillTitle(title, row));
  return cases.some((caseTitle) => idsIn(caseTitle) !== idsIn(title)) ? cases : [withoutPlaceholders(title)];
}

/** The titles of the tests of a file. A test with a table has one title, or one for each case if the cases contain requirement ids. */
export function titlesIn(file: string, text: string): TestTitle[] {
  const { program } = parseSync(file, text);
  const constants = new Map<string, Node>();
  const result: TestTitle[] = [];

  function visitCall(call: Node & { callee: Node }, around: string[]): void {
    const runner = runnerOf(call.callee);
    const [first, ...rest] = nodes(call.arguments);
    const title = runner === undefined ? undefined : textOf(first);
    if (runner === undefined || title === undefined) {
      visit(Object.values(call), around);
      return;
    }
    const caseTitles = runner.table === undefined ? [title] : titlesOfCases(title, runner.table, constants);
    for (const caseTitle of caseTitles) result.push({ file, around, title: caseTitle });
    // The title of a `describe.each` names the case; it is not part of the titles of its tests.
    visit(rest, runner.name === "describe" && runner.table === undefined ? [...around, title] : around);
  }

  function visit(value: unknown, around: string[]): void {
    if (Array.isArray(value)) for (const item of value) visit(item, around);
    if (!isNode(value)) return;
    const { type, id, init, callee } = value;
    if (type === "VariableDeclarator" && isNode(id) && isNode(init)) constants.set(String(id.name), init);
    if (type === "CallExpression" && isNode(callee)) visitCall({ ...value, callee }, around);
    else visit(Object.values(value), around);
  }

  visit(program, []);
  return result;
}
