/** A value of a JSON text. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** The maximum depth of a stored object; what works on it can recurse. */
const maxDepth = 20;

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is at most `depth` levels deep, and JavaScript keeps all of its numbers exactly. */
function isStorable(value: Json, depth: number): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isStorable(item, depth - 1));
}

/** Parses the text of a JSON object; undefined for any other text, and for an object that is too deep or has whole numbers beyond 2^53. */
export function readJsonObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && isStorable(value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text of an object, as it is stored. */
export const jsonText = (value: JsonObject): string => JSON.stringify(value, null, 2);

/** The name of a key in camel case: `AppId`, `app_id` and `APP-ID` are `appId`. */
export function camelCase(name: string): string {
  const [first = "", ...words] = name.split(/[_\-\s.]+/).filter((word) => word !== "");
  const capitalized = words.map(
    (word) => word[0]!.toUpperCase() + (word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1)),
  );
  // A run of capitals is one word: "URLPath" is "urlPath", "ID" is "id".
  const start = /^[A-Z]+(?![a-z])/.exec(first)?.[0] ?? first.slice(0, 1);
  return start.toLowerCase() + first.slice(start.length) + capitalized.join("");
}

/** A value with all keys in camel case. Of two keys with the same result, the later wins. */
export function withCamelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(withCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camelCase(name), withCamelCase(item)]));
}
