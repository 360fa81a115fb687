import { checkFields } from "#kit/check-fields.ts";
import { isSecretKey, replaceSecrets } from "#kit/configuration-secrets.ts";
import { readFormFields } from "#kit/form-definition.ts";
import type { JsonObject } from "#kit/json-object.ts";
import type { FieldProblems } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { type ConfigurationForm, formDraft, formEntity } from "#records/definitions/configuration-form.server.ts";
import { isText } from "#records/definitions/definition-check.server.ts";
import { reviewDraft } from "#records/definitions/publish-draft.server.ts";
import { fieldTypeOf, fieldTypes } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const texts = {
  secret: { zh: "密钥须为文本字段", en: "A secret must be a text field" },
  secretInside: { zh: "子表和字段组中不能有密钥", en: "Rows and groups cannot have secrets" },
  noFields: { zh: "至少需要一个有值的字段", en: "Add at least one field with a value" },
} satisfies Record<string, Text>;

/** A field of a form without problems, as far as it is read here. */
type FormField = { field: string; type: string; fields?: FormField[] };

/** What is wrong with the fields of a form, by path: `fields.2.max`. */
export async function formProblems(
  tx: Tx,
  context: RowContext,
  { definition, secretKeys }: Pick<ConfigurationForm, "definition" | "secretKeys">,
): Promise<FieldProblems> {
  const { problems } = await reviewDraft(tx, context, { draft: formDraft(definition), locale: "en" });
  const inFields = Object.entries(problems).filter(([path]) => /^(?:fields|definition)(?:\.|$)/.test(path));
  if (inFields.length > 0) return Object.fromEntries(inFields);
  if (Object.hasOwn(problems, "titleField")) return { fields: texts.noFields };
  const fields = readFormFields(definition) as FormField[];
  const secrets = fields.flatMap(({ field, type, fields: inner = [] }, index): [string, Text][] => {
    const definitionOfType = fieldTypes.get(type.toLowerCase());
    const inside = inner.flatMap((one, at): [string, Text][] =>
      isSecretKey(one.field, secretKeys) ? [[`fields.${index}.fields.${at}.field`, texts.secretInside]] : [],
    );
    return isSecretKey(field, secretKeys) && definitionOfType !== undefined && !isText(definitionOfType)
      ? [[`fields.${index}.type`, texts.secret], ...inside]
      : inside;
  });
  return Object.fromEntries(secrets);
}

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
