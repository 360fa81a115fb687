import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "#kit/problem.ts";

/** Maximum nesting of a JSON text, its values, and the keys of one object. No call needs more. */
const maxDepth = 40;
const maxValues = 100_000;
const maxKeys = 1000;

const codes = { quote: 34, backslash: 92, comma: 44, colon: 58, open: [91, 123], close: [93, 125] } as const;

/** The end of the string literal that begins at `start`: its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let index = text.indexOf('"', start + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0;
    while (text.charCodeAt(index - 1 - slashes) === codes.backslash) slashes += 1;
    if (slashes % 2 === 0) return index;
  }
  return text.length;
}

/** Whether a JSON text is nested too deeply or too wide. Scans it without parsing, so that a refusal is cheap; the text may be invalid JSON. */
export function isOversized(text: string): boolean {
  const keys: number[] = [];
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === codes.quote) index = endOfString(text, index);
    else if (code === codes.open[0] || code === codes.open[1]) {
      keys.push(0);
      values += 1;
    } else if (code === codes.close[0] || code === codes.close[1]) keys.pop();
    else if (code === codes.comma) values += 1;
    else if (code === codes.colon && keys.length > 0 && ++keys[keys.length - 1]! > maxKeys) return true;
    if (keys.length > maxDepth || values > maxValues) return true;
  }
  return false;
}

/** Whether the database can store this text: it cannot contain a NUL or half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** The path of a text in `value` that cannot be stored; undefined when there is none. */
export function pathToBadText(value: unknown): string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) return [];
    const path = pathToBadText(item);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

const oversized = { zh: "提交的内容层级过深或项目过多", en: "The content is nested too deeply or has too many parts" };
const invalidText = { zh: "提交的内容有误", en: "Some values are invalid" };
const badText = { zh: "含有无法保存的字符", en: "The content has characters that cannot be saved" };

/** @throws {Problem} invalid, naming the first field whose text cannot be stored */
function refuseBadText({ body, query, params, cookies }: FastifyRequest): void {
  for (const part of [params, query, body, cookies]) {
    const path = pathToBadText(part);
    if (path === undefined) continue;
    const name = path.map((step) => step.slice(0, 60)).join(".") || "_";
    throw new Problem("invalid", invalidText, { fields: { [name]: badText } });
  }
}

/**
 * Refuses malformed input for every route: JSON nested too deeply or too wide, and text that the database cannot store, in bodies, queries, path
 * parameters and cookies. (Node refuses such bytes in other headers itself.)
 */
export function guardInput(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (isOversized(String(text))) done(new Problem("badRequest", oversized));
    else parse(request, String(text), done);
  });
  http.addHook("preValidation", async (request) => refuseBadText(request));
}
