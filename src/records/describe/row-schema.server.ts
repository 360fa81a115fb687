import { toJSONSchema } from "zod/mini";
import type { FieldConfig } from "#kit/field.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";

/** A JSON schema (2020-12). */
export type JsonSchema = Record<string, unknown>;

/** The schema of a field's value, from the check of its type; per language if it is localized. */
function valueSchema(field: FieldConfig): JsonSchema {
  const check = fieldTypeOf(field).check(field, schemas);
  const { $schema: _version, ...schema } = toJSONSchema(check, { io: "input", unrepresentable: "any" }) as JsonSchema;
  if (field.localized !== true) return schema;
  return {
    type: "object",
    properties: Object.fromEntries(locales.map((locale) => [locale, schema])),
    additionalProperties: false,
  };
}

function fieldSchema(field: FieldConfig, locale: Locale, isInput: boolean): JsonSchema {
  const { name, helpBlock, readOnly } = field;
  return {
    ...valueSchema(field),
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
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, locale, true)])),
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
  const fields = Object.entries(readable.fields).map(([name, field]) => {
    const { title, description, readOnly, ...value } = fieldSchema(field, locale, false);
    const about = Object.fromEntries(
      Object.entries({ title, description, readOnly }).filter(([, one]) => one !== undefined),
    );
    return [name, { ...about, anyOf: [value, { type: "null" }] }] as const;
  });
  return { type: "object", properties: { ...base, ...Object.fromEntries(fields) }, required: Object.keys(base) };
}
