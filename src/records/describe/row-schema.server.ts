import { toJSONSchema } from "zod/mini";
import type { FieldConfig } from "#kit/field.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";

/** A JSON schema (2020-12). */
export type JsonSchema = Record<string, unknown>;

/** A schema of text, or of a list of texts, limited to the values that there are to choose from: the check tests them by a function, which no schema has. */
function amongChoices(schema: JsonSchema, keys: readonly string[] | undefined): JsonSchema {
  if (keys === undefined || keys.length === 0) return schema;
  if (schema.type === "string") return { ...schema, enum: keys };
  if (schema.type !== "array") return schema;
  return { ...schema, items: amongChoices(schema.items as JsonSchema, keys) };
}

/**
 * The schema of a field's value, from the check of its type; per language if it is localized. `mayBeOld`: rows may have a value that is no longer among
 * the choices.
 */
function valueSchema(field: FieldConfig, mayBeOld: boolean): JsonSchema {
  const { check, choices } = fieldTypeOf(field);
  const { $schema: _version, ...checked } = toJSONSchema(check(field, schemas), {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  const keys = mayBeOld ? undefined : choices?.(field).map(({ key }) => key);
  const schema = amongChoices(checked, keys && [...new Set(keys)]);
  if (field.localized !== true) return schema;
  return {
    type: "object",
    properties: Object.fromEntries(locales.map((locale) => [locale, schema])),
    additionalProperties: false,
  };
}

type Use = { isInput: boolean; mayBeOld?: boolean };

function fieldSchema(field: FieldConfig, locale: Locale, { isInput, mayBeOld = false }: Use): JsonSchema {
  const { name, helpBlock, readOnly } = field;
  return {
    ...valueSchema(field, mayBeOld),
    title: name[locale],
    ...(helpBlock === undefined ? {} : { description: helpBlock[locale] }),
    ...(!isInput && readOnly === true ? { readOnly: true } : {}),
  };
}

/** The schema of the values that a reader may submit for a new row, or for an existing one. */
export function inputSchema({ readable, writable }: EntityView, verb: "add" | "update", locale: Locale): JsonSchema {
  const fields = Object.entries(readable.fields).filter(([name]) => writable[verb].has(name));
  const required =
    verb === "add" ? fields.filter(([, { required: is, if: rule }]) => is === true && rule === undefined) : [];
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, fieldSchema(field, locale, { isInput: true })]),
    ),
    required: required.map(([name]) => name),
    additionalProperties: false,
  };
}

const base: JsonSchema = {
  id: { type: "string", format: "uuid" },
  version: { type: "integer" },
  createdAt: { type: "string", format: "date-time" },
  updatedAt: { type: "string", format: "date-time" },
};

/** The schema of a row for one reader: the readable fields, null where empty. */
export function outputSchema({ readable }: EntityView, locale: Locale): JsonSchema {
  // A space takes choices away from its own definitions, and rows keep them.
  const use = { isInput: false, mayBeOld: readable.source.stored !== undefined };
  const fields = Object.entries(readable.fields).map(([name, field]) => {
    const { title, description, readOnly, ...value } = fieldSchema(field, locale, use);
    const about = Object.fromEntries(
      Object.entries({ title, description, readOnly }).filter(([, one]) => one !== undefined),
    );
    return [name, { ...about, anyOf: [value, { type: "null" }] }] as const;
  });
  return { type: "object", properties: { ...base, ...Object.fromEntries(fields) }, required: Object.keys(base) };
}
