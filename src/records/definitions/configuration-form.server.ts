import { sql } from "drizzle-orm";
import autoConfig from "#entities/autoConfig.ts";
import configForm from "#entities/configForm.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { readFormFields } from "#kit/form-definition.ts";
import { isObject } from "#kit/is-object.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { previewEntity } from "./draft-preview.server.ts";

/** The form of a type of configurations. */
export type ConfigurationForm = {
  id: string;
  type: string;
  name: LocalizedValue<string>;
  definition: string;
  secretKeys: string[];
};

/** The form of a type; letter case makes no difference. */
export async function readConfigurationForm(
  tx: Tx,
  tenantId: string,
  type: string,
): Promise<ConfigurationForm | undefined> {
  const [form] = await tx.rows<ConfigurationForm>(
    sql`select id, config_type as type, name, definition, coalesce(secret_keys, '[]') as "secretKeys" from ${tableSql(configForm)}
      where tenant_id = ${tenantId}::uuid and deleted_at is null and lower(config_type) = lower(${type})
      order by created_at limit 1`,
  );
  return form;
}

/** The fields of a form as the draft of a definition. Its other properties are those of any entity. */
export function formDraft(text: string) {
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

/** The form as an entity, which is in no registry. Fields that are wrong by now, because a light app is gone, are left out. */
export const formEntity = (tx: Tx, context: RowContext, definition: string): Promise<EntityDefinition | undefined> =>
  previewEntity(tx, context, { draft: formDraft(definition) });
