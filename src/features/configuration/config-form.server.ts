import { sql } from "drizzle-orm";
import autoConfig from "#entities/autoConfig.ts";
import configForm from "#entities/configForm.ts";
import { checkFields } from "#kit/check-fields.ts";
import { isSecretKey, replaceSecrets } from "#kit/configuration-secrets.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { readFormFields } from "#kit/form-definition.ts";
import type { JsonObject } from "#kit/json-object.ts";
import type { FieldProblems } from "#kit/problem.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { isText } from "#records/definitions/definition-check.server.ts";
import { isObject } from "#kit/is-object.ts";
import { previewEntity } from "#records/definitions/draft-preview.server.ts";
import { reviewDraft } from "#records/definitions/publish-draft.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { fieldTypeOf, fieldTypes } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const texts = {
  secret: { zh: "密钥须为文本字段", en: "A secret must be a text field" },
  noFields: { zh: "至少需要一个有值的字段", en: "Add at least one field with a value" },
} satisfies Record<string, Text>;

/** The form of a type of configurations. */
export type ConfigurationForm = { id: string; name: LocalizedValue<string>; definition: string; secretKeys: string[] };

/** The form of a type; letter case makes no difference. */
export async function readForm(tx: Tx, tenantId: string, type: string): Promise<ConfigurationForm | undefined> {
  const [form] = await tx.rows<ConfigurationForm>(
    sql`select id, name, definition, coalesce(secret_keys, '[]') as "secretKeys" from ${tableSql(configForm)}
      where tenant_id = ${tenantId}::uuid and deleted_at is null and lower(config_type) = lower(${type})
      order by created_at limit 1`,
  );
  return form;
}

/** The fields as the draft of a definition. Its other properties are those of any entity. */
function draftOf(text: string) {
  const fields = readFormFields(text) ?? [];
  const stored = fields.find(
    (field) =>
      isObject(field) && typeof field.type === "string" && fieldTypes.get(field.type.toLowerCase())?.storage !== "none",
  ) as { field?: unknown } | undefined;
  const titleField = typeof stored?.field === "string" ? stored.field : "";
  const definition = {
    access: autoConfig.access,
    fields,
    titleField,
    groups: [],
    list: { columns: [titleField], sort: { field: "createdAt", direction: "desc" } },
  };
  return { tableName: "formOfConfigurations", name: autoConfig.name, definition: JSON.stringify(definition) };
}

/** What is wrong with the fields of a form, by path: `fields.2.max`. */
export async function formProblems(
  tx: Tx,
  context: RowContext,
  { definition, secretKeys }: Pick<ConfigurationForm, "definition" | "secretKeys">,
): Promise<FieldProblems> {
  const { problems } = await reviewDraft(tx, context, { draft: draftOf(definition), locale: "en" });
  const inFields = Object.entries(problems).filter(([path]) => /^(?:fields|definition)(?:\.|$)/.test(path));
  if (inFields.length > 0) return Object.fromEntries(inFields);
  if (Object.hasOwn(problems, "titleField")) return { fields: texts.noFields };
  const fields = readFormFields(definition) as { field: string; type: string }[];
  const secrets = fields.flatMap(({ field, type }, index): [string, Text][] => {
    const definitionOfType = fieldTypes.get(type.toLowerCase());
    return isSecretKey(field, secretKeys) && definitionOfType !== undefined && !isText(definitionOfType)
      ? [[`fields.${index}.type`, texts.secret]]
      : [];
  });
  return Object.fromEntries(secrets);
}

/** The form as an entity, which is in no registry. Fields that are wrong by now, because a light app is gone, are left out. */
export const formEntity = (tx: Tx, context: RowContext, definition: string): Promise<EntityDefinition | undefined> =>
  previewEntity(tx, context, { draft: draftOf(definition) });

/** What is wrong with the value of a configuration, by the names of its fields. Keys that the form does not have may have any value. */
export async function valueProblems(
  tx: Tx,
  context: RowContext,
  { definition, secretKeys }: ConfigurationForm,
  value: JsonObject,
): Promise<FieldProblems> {
  const entity = await formEntity(tx, context, definition);
  if (entity === undefined) return {};
  // A mask is no value that could be checked, but it is one.
  const masked = replaceSecrets(value, secretKeys, (secret) => (secret === "" ? "" : "•"));
  const values = Object.fromEntries(Object.entries(masked).filter(([name]) => Object.hasOwn(entity.fields, name)));
  const isMask = (name: string) => values[name] === "•" && isSecretKey(name, secretKeys);
  const changes = Object.fromEntries(Object.entries(values).filter(([name]) => !isMask(name)));
  return checkFields(entity.fields, changes, values, { typeOf: fieldTypeOf });
}
