import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Principal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { replaceSecrets } from "#kit/configuration-secrets.ts";
import { type Json, readJsonObject, withCamelCase } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import autoConfig from "#entities/autoConfig.ts";
import configForm from "#entities/configForm.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const missingType = refusal({ zh: "类型不能为空", en: "The type cannot be empty" });
export const configurationNotFound = (): Problem =>
  new Problem("notFound", { zh: "没有此配置", en: "There is no such configuration" });

/** The type of a configuration; letter case makes no difference. */
export const configurationTypeInput = z.string(missingType).trim().min(1, missingType).max(60);

/** A configuration with its value as an object (N-045). */
export const configurationOutput = z.strictObject({
  type: z.string(),
  value: z.record(z.string(), z.unknown()),
  sortOrder: z.number(),
  id: z.uuid(),
});

type StoredConfiguration = {
  id: string;
  type: string;
  name: string | null;
  value: string;
  secretKeys: string[] | null;
  sortOrder: number | null;
};

/** The secret keys of a configuration, with those of the form of its type: they become its own with its next save only. */
const secretKeysSql = sql`coalesce(secret_keys, '[]') || coalesce((select form.secret_keys from ${tableSql(configForm)} form
  where form.tenant_id = auto_config.tenant_id and form.deleted_at is null and lower(form.config_type) = lower(auto_config.config_type) limit 1), '[]')`;

/** The maximum number of configurations of one answer. */
const maxConfigurations = 500;

/** Whether somebody may read the rows themselves, with their values. */
function mayReadRows(principal: Principal): boolean {
  const { may, readable } = viewOf(principal, autoConfig);
  return may.has("read") && ["configType", "value"].every((name) => Object.hasOwn(readable.fields, name));
}

/** The configurations that the caller may read, among those that satisfy a condition: those for all members, and those that their rights open to them. */
export function readConfigurations(
  { principal, services }: Pick<CallContext, "principal" | "services">,
  condition: SQL,
): Promise<StoredConfiguration[]> {
  const { tenantId } = principal;
  const permitted = mayReadRows(principal) ? permittedRowsSql(principal, autoConfig, "read") : sql`false`;
  return services.database.read<StoredConfiguration>(
    tenantId,
    sql`select id, config_type as type, name, value, ${secretKeysSql} as "secretKeys", sort_order as "sortOrder" from ${tableSql(autoConfig)}
      where tenant_id = ${tenantId}::uuid and deleted_at is null and (audience = 'members' or (${permitted})) and ${condition}
      order by sort_order nulls first, created_at, id limit ${maxConfigurations}`,
  );
}

/** The configurations of a type that the caller may read. */
export const readConfigurationsOfType = (context: Pick<CallContext, "principal" | "services">, type: string) =>
  readConfigurations(context, sql`lower(config_type) = lower(${type})`);

/** The value of a configuration as an object with keys in camel case; without its secrets. */
export function valueOf({ value, secretKeys }: StoredConfiguration): Record<string, Json> {
  const content = replaceSecrets(readJsonObject(value) ?? {}, secretKeys ?? [], () => undefined);
  return withCamelCase(content) as Record<string, Json>;
}

/** A configuration as calls answer it. */
export const toOutput = (configuration: StoredConfiguration): z.input<typeof configurationOutput> => ({
  type: configuration.type,
  value: valueOf(configuration),
  sortOrder: configuration.sortOrder ?? 0,
  id: configuration.id,
});
