import type { JsonSchema } from "#records/describe/row-schema.server.ts";

const identifier = /^[A-Za-z_]\w*$/;
/** A property name in TypeScript, in quotes if it is not an identifier. */
export const propertyName = (name: string): string => (identifier.test(name) ? name : JSON.stringify(name));

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";
const schemasIn = (value: unknown): JsonSchema[] | undefined =>
  Array.isArray(value) ? (value as JsonSchema[]) : undefined;
const parenthesize = (type: string) => (/^[\w"]+$/.test(type) ? type : `(${type})`);

/** The text as a one-line comment; empty if there is no text. Users write the texts, so a comment terminator in a text is split. */
export function commentOf(text: unknown): string {
  if (typeof text !== "string" || text.trim() === "") return "";
  const line = text
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ")
    .replaceAll("*/", "* /");
  return `/** ${line} */ `;
}

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const names = new Set((required ?? []) as readonly string[]);
  const entries = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, schema]) =>
      `${commentOf(schema.title)}${propertyName(name)}${names.has(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  if (entries.length > 0) return `{ ${entries.join("; ")} }`;
  const isOpen = typeof additionalProperties === "object" && additionalProperties !== null;
  return `Record<string, ${isOpen ? typeOf(additionalProperties as JsonSchema) : "unknown"}>`;
}

function arrayType({ items, prefixItems }: JsonSchema): string {
  const tuple = schemasIn(prefixItems);
  if (tuple !== undefined) return `[${tuple.map(typeOf).join(", ")}]`;
  return typeof items === "object" && items !== null ? `${parenthesize(typeOf(items as JsonSchema))}[]` : "unknown[]";
}

function typeByName(name: unknown, schema: JsonSchema): string {
  if (name === "string" || name === "boolean" || name === "null") return name;
  if (name === "number" || name === "integer") return "number";
  if (name === "array") return arrayType(schema);
  return name === "object" ? objectType(schema) : "unknown";
}

/** The TypeScript type of the values that a JSON schema allows; `unknown` if TypeScript cannot express the schema. */
export function typeOf(schema: JsonSchema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = schemasIn(schema.anyOf) ?? schemasIn(schema.oneOf);
  if (options !== undefined) return union(options.map(typeOf));
  const parts = schemasIn(schema.allOf);
  if (parts !== undefined) return parts.map((part) => parenthesize(typeOf(part))).join(" & ");
  return union([schema.type].flat().map((name) => typeByName(name, schema)));
}
