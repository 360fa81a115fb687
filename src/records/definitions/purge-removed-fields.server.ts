import { sql } from "drizzle-orm";
import { removedValueDays } from "#kit/light-app.ts";
import { Problem } from "#kit/problem.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { lockDefinitions } from "./space-definitions.server.ts";

/** Records per transaction. */
const batchSize = 5000;

/** Whether the values of the removed field `name` are to be deleted. */
const removedLongAgo = sql`(removed_fields -> name ->> 'removedAt')::timestamptz < now() - make_interval(days => ${removedValueDays})`;

type DueField = { tenantId: string; id: string; name: string };

/** Deletes the kept values of a removed field in some records, then the field itself. Returns whether more records remain. */
async function purgeField(tx: Tx, { tenantId, id, name }: DueField): Promise<boolean> {
  // Publications take the same lock; one of them may have restored the field.
  await lockDefinitions(tx, tenantId);
  const definition = sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`;
  const isDue = await tx.rows(
    sql`select 1 from entity_definition, jsonb_object_keys(removed_fields) name where ${definition} and name = ${name} and ${removedLongAgo}`,
  );
  if (isDue.length === 0) return false;
  const scope = sql`tenant_id = ${tenantId}::uuid and entity_id = ${id}::uuid and removed_data ? ${name}::text`;
  const purged = await tx.rows(sql`update record set removed_data = removed_data - ${name}::text
    where id in (select id from record where ${scope} limit ${batchSize}) returning id`);
  if (purged.length === batchSize) return true;
  await tx.rows(sql`update entity_definition set removed_fields = removed_fields - ${name}::text
    where ${definition}`);
  return false;
}

/** Purges some records, unless a long publication is under way: the next run does it then. Returns whether more records remain. */
const purgeBatch = (database: Database, field: DueField): Promise<boolean> =>
  database
    .tenant(field.tenantId, (tx) => purgeField(tx, field))
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code === "conflict") return false;
      throw error;
    });

/** Deletes the values of fields that were removed more than `removedValueDays` ago. */
export async function purgeRemovedFields(database: Database, signal: AbortSignal): Promise<void> {
  const due = await database.read<DueField>(
    "*",
    sql`select tenant_id as "tenantId", id, name from entity_definition, jsonb_object_keys(removed_fields) name
      where ${removedLongAgo}`,
  );
  for (const field of due) {
    let remains = true;
    // oxlint-disable-next-line no-await-in-loop
    while (remains && !signal.aborted) remains = await purgeBatch(database, field);
  }
}
