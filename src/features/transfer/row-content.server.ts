import { isObject } from "#kit/is-object.ts";
import { maskedNumber, replaceSecrets, secretInFile } from "#kit/configuration-secrets.ts";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { type JsonObject, jsonText, readJsonObject } from "#kit/json-object.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { formFields } from "#records/registry/view.server.ts";
import { folderProblem } from "./folder-problem.server.ts";
import type { ConfigurationEntity } from "./row-path.server.ts";

/** What the file of a row contains, by field. */
export type RowContent = Readonly<Record<string, unknown>>;

/** Converts references between ids of this space and paths in the folder. Undefined: there is no such row. */
export type References = { pathOf: (id: string) => string | undefined; idOf: (path: string) => string | undefined };

/** The fields of a row that its file contains: those that people fill in. Rows of a tree are in the file of their root. */
export const contentFields = (entity: EntityDefinition): readonly string[] =>
  formFields(entity, "add").filter((name) => name !== entity.tree?.parent);

/** The types of the rows that fields refer to, also within the rows of table fields. */
export function referencedTypes(fields: Fields): string[] {
  return Object.values(fields).flatMap((field) => {
    const type = fieldTypeOf(field);
    const target = type.references?.(field)?.entity;
    return [...(target === undefined ? [] : [target]), ...referencedTypes(type.subFields?.(field) ?? {})];
  });
}

/** A value with the keys of all objects in alphabetical order. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, withSortedKeys(item)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The text of a file: two spaces, keys in alphabetical order, so that versions can be compared line by line. */
export const contentText = (content: unknown): string => `${JSON.stringify(withSortedKeys(content), null, 2)}\n`;

/** The object in a JSON text; the text itself if it has none, or one that JavaScript would not keep exactly. */
const objectIn = (text: string): JsonObject | string => readJsonObject(text) ?? text;

const secretKeysOf = ({ configuration: { secretKeys } }: ConfigurationEntity, values: RowContent): string[] => {
  const keys = secretKeys === undefined ? [] : values[secretKeys];
  return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
};

/** Converts one value from the row to the file. */
function valueToFile(field: FieldConfig, value: unknown, references: References): unknown {
  const type = fieldTypeOf(field);
  if (type.references?.(field) !== undefined) {
    if (!Array.isArray(value)) return references.pathOf(String(value));
    return value.flatMap((id) => references.pathOf(String(id)) ?? []);
  }
  const subFields = type.subFields?.(field);
  if (subFields !== undefined && Array.isArray(value))
    return value.map((part) => (isObject(part) ? partToFile(subFields, part, references) : part));
  return type.isJsonText === true && typeof value === "string" ? objectIn(value) : value;
}

/** Converts the values of a row, or of a part of one, to the file. Empty values are left out. */
function partToFile(fields: Fields, part: RowContent, references: References): RowContent {
  const entries = Object.entries(part).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || value === null || value === undefined) return [];
    const converted = valueToFile(field, value, references);
    return converted === undefined || (Array.isArray(converted) && converted.length === 0) ? [] : [[name, converted]];
  });
  return Object.fromEntries(entries) as RowContent;
}

/** The content of the file of a row. Secrets are named and never written. */
export function contentOfRow(entity: ConfigurationEntity, row: AnyValues, references: References): RowContent {
  const fields = Object.fromEntries(contentFields(entity).map((name) => [name, entity.fields[name]!]));
  const content = partToFile(fields, row, references);
  const secretKeys = secretKeysOf(entity, row);
  const entries = Object.entries(content).map(([name, value]) => {
    const hidesSecrets = fieldTypeOf(fields[name]!).mayHaveSecrets === true && isObject(value);
    return [
      name,
      hidesSecrets
        ? replaceSecrets(value as JsonObject, secretKeys, (secret) => (secret === "" ? "" : secretInFile))
        : value,
    ] as const;
  });
  const { state } = entity.configuration;
  const isInState = state !== undefined && row[state.field] === state.value;
  return { ...Object.fromEntries(entries), ...(isInState ? { [state.field]: state.value } : {}) };
}

/** Converts one value from the file to the row. @throws {Problem} invalid */
function valueFromFile(name: string, field: FieldConfig, value: unknown, references: References): unknown {
  const type = fieldTypeOf(field);
  const target = type.references?.(field);
  if (target !== undefined) {
    const idOf = (path: unknown) => {
      if (typeof path !== "string" || !path.startsWith(`${target.entity}/`))
        throw folderProblem("badReference", { field: name });
      const id = references.idOf(path);
      if (id === undefined) throw folderProblem("reference", { path: path.slice(0, 200) });
      return id;
    };
    return Array.isArray(value) ? value.map(idOf) : idOf(value);
  }
  const subFields = type.subFields?.(field);
  if (subFields !== undefined && Array.isArray(value))
    return value.map((part) => (isObject(part) ? partFromFile(name, subFields, part, references) : part));
  return type.isJsonText === true && isObject(value) ? jsonText(withSortedKeys(value) as JsonObject) : value;
}

/** Converts the values of a row, or of a part of one, from the file. `place`: the path of the part in the row. @throws {Problem} invalid */
function partFromFile(place: string, fields: Fields, part: RowContent, references: References): AnyValues {
  const entries = Object.entries(part).map(([name, value]) => {
    const path = place === "" ? name : `${place}.${name}`;
    if (!Object.hasOwn(fields, name)) throw folderProblem("field", { field: path.slice(0, 200) });
    return [name, value === null ? null : valueFromFile(path, fields[name]!, value, references)] as const;
  });
  return Object.fromEntries(entries);
}

/** The secrets in a value, or the masks that stand for them, by path. */
function maskedByPath(value: unknown, secretKeys: readonly string[]): ReadonlyMap<string, string | number> {
  const masks = new Map<string, string | number>();
  const content = typeof value === "string" ? objectIn(value) : value;
  if (isObject(content))
    replaceSecrets(content as JsonObject, secretKeys, (secret, { path }) => {
      masks.set(path, secret);
      return secret;
    });
  return masks;
}

/**
 * The values of a row from its file: of all fields, empty ones as null. `current`: the row that they change, whose secrets stay.
 * @throws {Problem} invalid for unknown fields, references to rows that do not exist, and masks of stored secrets
 */
export function valuesFromContent(
  entity: ConfigurationEntity,
  content: RowContent,
  references: References,
  current?: AnyRow,
): Record<string, unknown> {
  const fields = Object.fromEntries(contentFields(entity).map((name) => [name, entity.fields[name]!]));
  const { state } = entity.configuration;
  const { [state?.field ?? ""]: stateValue, ...rest } = content;
  if (state !== undefined && stateValue !== undefined && stateValue !== state.value)
    throw folderProblem("state", { field: state.field });
  const secretKeys = secretKeysOf(entity, content);
  const withSecrets = Object.entries(rest).map(([name, sent]) => {
    const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
    if (field === undefined || fieldTypeOf(field).mayHaveSecrets !== true) return [name, sent];
    // An object in a text has secrets as well.
    const value = typeof sent === "string" ? objectIn(sent) : sent;
    if (!isObject(value)) return [name, value];
    const masks = maskedByPath(current?.[name], current === undefined ? [] : secretKeysOf(entity, current));
    const maskedValues = replaceSecrets(value as JsonObject, secretKeys, (secret, { path }) => {
      // A mask stands for a secret of the space by its number, which a file from elsewhere must not name.
      if (maskedNumber(secret) !== undefined) throw folderProblem("secret", { field: name });
      return secret === secretInFile ? (masks.get(path) ?? "") : secret;
    });
    return [name, maskedValues];
  });
  const empty = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  return { ...empty, ...partFromFile("", fields, Object.fromEntries(withSecrets) as RowContent, references) };
}

/** The names of the secrets that a file has and the row does not: somebody has to enter them. */
export function missingSecrets(entity: ConfigurationEntity, content: RowContent, values: AnyValues): string[] {
  const names = new Set<string>();
  for (const name of contentFields(entity)) {
    const sent = content[name];
    const value = typeof sent === "string" ? objectIn(sent) : sent;
    if (fieldTypeOf(entity.fields[name]!).mayHaveSecrets !== true || !isObject(value)) continue;
    const maskedValues = maskedByPath(values[name], secretKeysOf(entity, content));
    replaceSecrets(value as JsonObject, secretKeysOf(entity, content), (secret, { name: key, path }) => {
      if (secret === secretInFile && (maskedValues.get(path) ?? "") === "") names.add(key);
      return secret;
    });
  }
  return [...names];
}
