import { parseSync } from "vite";
import type { Source } from "./source.ts";

/** A piece of wording as people read it, in one language. What a program puts into it is left out. */
export type FoundText = { path: string; line: number; locale: "zh" | "en"; text: string };

type AnyNode = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** The nodes directly below a node of a syntax tree. */
const below = (node: AnyNode): AnyNode[] => Object.values(node).flat().filter(isNode);

/** Every string and template in an expression: both branches of a condition, every item of a list. A condition's test is no wording. */
function wordings(node: AnyNode): { start: number; text: string }[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [{ start: node.start, text: node.value }] : [];
  if (node.type === "TemplateLiteral") {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    return [{ start: node.start, text: parts.join("{}") }];
  }
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].filter(isNode).flatMap(wordings);
  if (node.type === "CallExpression") return [];
  if (node.type === "ObjectExpression" && isWording(node)) return [];
  return below(node).flatMap(wordings);
}

/** True for an object that is a wording of its own. */
const isWording = (node: AnyNode): boolean =>
  (node.properties as AnyNode[]).some(({ key }) => isNode(key) && (key.name === "zh" || key.name === "en"));

const bilingual = /^(.*[\u4e00-\u9fff].*) \/ ([^\u4e00-\u9fff]+)$/s;

/** All wording of a file: the values under `zh` and `en` of its objects, and messages that carry both languages as `中文 / English`. */
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
        for (const { start, text } of wordings(node.value)) add(name, start, text);
    }
    if (node.type === "Literal" && typeof node.value === "string") {
      const [, zh, en] = bilingual.exec(node.value) ?? [];
      if (zh !== undefined && en !== undefined) {
        add("zh", node.start, zh);
        add("en", node.start, en);
      }
    }
    below(node).forEach(visit);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`);
  visit(program as unknown as AnyNode);
  return found;
}
