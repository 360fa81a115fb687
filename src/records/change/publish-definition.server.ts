import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { storedEntityOf, type StoredDefinition, storedDefinition } from "#records/registry/stored-definition.server.ts";
import { enumNamesIn, type EnumRow, enumsSql, optionSources } from "#records/registry/enums.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { entitiesTag } from "#server/postgres/tags.server.ts";
import { fieldProblems } from "#server/http/issue-text.server.ts";
import { newId } from "#server/process/id.server.ts";
import { invalidText } from "./check.server.ts";
import { definitionProblems } from "./definition-check.server.ts";
import { claimUnique, indexRecords, type Records, rebuildSearch } from "./record-write.server.ts";

/** Maximum number of definitions of a space. */
const maxDefinitions = 200;
const tooManyText: Text = {
  zh: `一个空间最多定义 ${maxDefinitions} 个类型`,
  en: `A space can have ${maxDefinitions} types of its own`,
};

/** Parses a submitted definition. @throws {Problem} invalid, naming problems by path */
function parseDefinition(value: unknown): StoredDefinition {
  const { data, error } = storedDefinition.safeParse(value);
  if (error !== undefined) throw new Problem("invalid", invalidText, { fields: fieldProblems(error) });
  return data;
}

/**
 * Publishes the definition of an entity of a space, or replaces it. Deletes the values of removed fields, and indexes new sort, filter and unique
 * fields. Takes effect on commit.
 * @throws {Problem} invalid, naming problems by path; conflict when existing rows violate a new unique constraint
 */
export async function publishDefinition(
  tx: Tx,
  { principal: { tenantId }, entities }: RowContext,
  value: unknown,
): Promise<{ id: string; version: number }> {
  const definition = parseDefinition(value);
  await tx.lock(`entity definitions ${tenantId}`);
  const [current] = await tx.rows<{ id: string; version: number; definition: StoredDefinition }>(
    sql`select id, version, definition from entity_definition
      where tenant_id = ${tenantId}::uuid and lower(type) = lower(${definition.type}::text) for update`,
  );
  const [defined] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from entity_definition where tenant_id = ${tenantId}::uuid`,
  );
  if (current === undefined && defined!.n >= maxDefinitions) throw new Problem("conflict", tooManyText);
  const before = current && storedEntityOf(current.definition, current);
  const otherEntities = entities.all.filter(({ stored }) => stored === undefined || stored.id !== current?.id);
  const enums = await tx.rows<EnumRow>(enumsSql(tenantId, enumNamesIn(definition.fields)));
  const problems = definitionProblems(definition, { others: otherEntities, sources: optionSources(enums), before });
  if (Object.keys(problems).length > 0) throw new Problem("invalid", invalidText, { fields: problems });
  const stored = { id: current?.id ?? newId(), version: (current?.version ?? 0) + 1 };
  const addedFields =
    current === undefined
      ? []
      : Object.keys(definition.fields).filter((name) => !Object.hasOwn(current.definition.fields, name));
  // `clock_timestamp()` rather than `now()`: this transaction may have begun before the last changes under the earlier definition.
  const fieldTimes = sql`coalesce((select jsonb_object_agg(name, date_trunc('milliseconds', clock_timestamp())) from unnest(${sql.param(addedFields)}::text[]) name), '{}')`;
  await tx.rows(sql`insert into entity_definition as d (id, tenant_id, type, version, definition)
    values (${stored.id}::uuid, ${tenantId}::uuid, ${definition.type}, ${stored.version}, ${JSON.stringify(definition)}::json)
    on conflict (id) do update set type = excluded.type, version = excluded.version, definition = excluded.definition, published_at = now(),
      field_times = d.field_times || ${fieldTimes}`);
  if (current !== undefined) {
    const removedFields = Object.keys(current.definition.fields).filter(
      (name) => !Object.hasOwn(definition.fields, name),
    );
    const records: Records = { tenantId, entity: storedEntityOf(definition, stored), stored };
    await tx.rows(sql`update record set data = data - ${sql.param(removedFields)}::text[]
      where tenant_id = ${tenantId}::uuid and entity_id = ${stored.id}::uuid and data ?| ${sql.param(removedFields)}::text[]`);
    await indexRecords(tx, records);
    if (String(before?.searchable) !== String(definition.searchable)) await rebuildSearch(tx, records);
    await claimUnique(tx, records);
  }
  await tx.notifyChanged(entitiesTag(tenantId));
  return stored;
}
