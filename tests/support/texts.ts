import { parseSync } from "vite";
import type { Source } from "./source.ts";

/** A visible text in one language, with `{}` for inserted values. */
export type FoundText = { path: string; line: number; locale: "zh" | "en"; text: string };

type AnyNode = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** The nodes directly below a node of a syntax tree. */
const childrenOf = (node: AnyNode): AnyNode[] => Object.values(node).flat().filter(isNode);

/** Every string and template in an expression: both branches of a condition and every item of a list, but not the test of a condition. */
function textsIn(node: AnyNode): { start: number; text: string }[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [{ start: node.start, text: node.value }] : [];
  if (node.type === "TemplateLiteral") {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    return [{ start: node.start, text: parts.join("{}") }];
  }
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].filter(isNode).flatMap(textsIn);
  if (node.type === "CallExpression") return [];
  if (node.type === "ObjectExpression" && isLocalizedText(node)) return [];
  return childrenOf(node).flatMap(textsIn);
}

/** Whether an object contains a text for a language. */
const isLocalizedText = (node: AnyNode): boolean =>
  (node.properties as AnyNode[]).some(({ key }) => isNode(key) && (key.name === "zh" || key.name === "en"));

const bilingual = /^(.*[\u4e00-\u9fff].*) \/ ([^\u4e00-\u9fff]+)$/s;

/** All texts of a file: the values of `zh` and `en` in its objects, and messages in both languages such as `中文 / English`. */
export function textsOf({ path, text: source }: Source): FoundText[] {
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const found: FoundText[] = [];
  const add = (locale: "zh" | "en", start: number, text: string) =>
    found.push({ path, line: lineAt(start), locale, text });
  const visit = (node: AnyNode): void => {
    if (node.type === "Property") {
      const key = node.key as { name?: string; value?: string };
      const name = key.name ?? key.value;
      if ((name === "zh" || name === "en") && isNode(node.value))
        for (const { start, text } of textsIn(node.value)) add(name, start, text);
    }
    if (node.type === "Literal" && typeof node.value === "string") {
      const [, zh, en] = bilingual.exec(node.value) ?? [];
      if (zh !== undefined && en !== undefined) {
        add("zh", node.start, zh);
        add("en", node.start, en);
      }
    }
    childrenOf(node).forEach(visit);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`);
  visit(program as unknown as AnyNode);
  return found;
}
