import { toJSONSchema } from "zod/mini";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";

/** A JSON schema (2020-12). */
export type JsonSchema = Record<string, unknown>;

/** Limits a schema of a string, or of a list of strings, to the keys of choices: checks test keys with a function, which schemas cannot express. */
function limitToChoices(schema: JsonSchema, keys: readonly string[] | undefined): JsonSchema {
  if (keys === undefined || keys.length === 0) return schema;
  if (schema.type === "string") return { ...schema, enum: keys };
  if (schema.type !== "array") return schema;
  return { ...schema, items: limitToChoices(schema.items as JsonSchema, keys) };
}

/** The schema of rows, or of one, whose fields are known. */
function withParts(schema: JsonSchema, fields: Fields, mayBeOld: boolean): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { title: field.name.en, anyOf: [valueSchema(field, mayBeOld), { type: "null" }] },
    ]),
  );
  const part = { type: "object", properties, additionalProperties: false };
  return schema.type === "array" ? { ...schema, items: part } : part;
}

/**
 * The schema of a field's value, from the check of its type; per language if it is localized. `mayBeOld`: the value may be one that was removed from
 * the choices.
 */
function valueSchema(field: FieldConfig, mayBeOld: boolean): JsonSchema {
  const { check, choices, subFields } = fieldTypeOf(field);
  const { $schema: _version, ...checked } = toJSONSchema(check(field, schemas), {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  const keys = mayBeOld ? undefined : choices?.(field).map(({ key }) => key);
  const schema =
    subFields === undefined
      ? limitToChoices(checked, keys && [...new Set(keys)])
      : withParts(checked, subFields(field), mayBeOld);
  if (field.localized !== true) return schema;
  return {
    type: "object",
    properties: Object.fromEntries(locales.map((locale) => [locale, schema])),
    additionalProperties: false,
  };
}

type SchemaUse = { isInput: boolean; mayBeOld?: boolean };

function fieldSchema(field: FieldConfig, locale: Locale, { isInput, mayBeOld = false }: SchemaUse): JsonSchema {
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
    verb === "add"
      ? fields.filter(([, { required: isRequired, if: condition }]) => isRequired === true && condition === undefined)
      : [];
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, fieldSchema(field, locale, { isInput: true })]),
    ),
    required: required.map(([name]) => name),
    additionalProperties: false,
  };
}

const rowProperties: JsonSchema = {
  id: { type: "string", format: "uuid" },
  version: { type: "integer" },
  createdAt: { type: "string", format: "date-time" },
  updatedAt: { type: "string", format: "date-time" },
};

/** The schema of a row for one reader: the readable fields, null where empty. */
export function outputSchema({ readable }: EntityView, locale: Locale): JsonSchema {
  // Spaces can remove choices from their own definitions, and rows keep removed choices.
  const use = { isInput: false, mayBeOld: readable.source.stored !== undefined };
  const fields = Object.entries(readable.fields).map(([name, field]) => {
    const { title, description, readOnly, ...value } = fieldSchema(field, locale, use);
    const annotations = Object.fromEntries(
      Object.entries({ title, description, readOnly }).filter(([, annotation]) => annotation !== undefined),
    );
    return [name, { ...annotations, anyOf: [value, { type: "null" }] }] as const;
  });
  return {
    type: "object",
    properties: { ...rowProperties, ...Object.fromEntries(fields) },
    required: Object.keys(rowProperties),
  };
}
