import { sql } from "drizzle-orm";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { changeLockedRows, guardBatch } from "./batch.server.ts";
import { lockRows } from "./patch.server.ts";
import { notFoundText } from "./refusals.server.ts";

const noRowsText: Text = { zh: "请选择需要设置的数据", en: "Select the records to change" };
const noFieldsText: Text = { zh: "请选择需要设置的字段", en: "Choose the fields to set" };

/**
 * Sets the same values in several rows, all or none. Returns their number, and the id for `undoChanges`.
 * @throws {Problem} forbidden; badRequest without rows or fields; invalid; notFound when a row does not exist or this person may not update it;
 * conflict with the reason why one of them cannot be changed
 */
export async function setRows(
  database: Database,
  context: RowContext,
  entity: EntityDefinition,
  { ids, values }: { ids: readonly string[]; values: AnyValues },
): Promise<{ updated: number; undo: string }> {
  const operation = { verb: "update", values } as const;
  guardBatch(context, { entity, operation });
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (uniqueIds.length === 0) throw new Problem("badRequest", noRowsText);
  if (Object.keys(values).length === 0) throw new Problem("badRequest", noFieldsText);
  const undo = newId();
  return database.tenant(context.principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    const condition = sql`${permittedRowsSql(context.principal, entity, "update")} and id = any(${sql.param(uniqueIds)}::uuid[])`;
    const targets = await lockRows(tx, entity, condition);
    if (targets.length !== uniqueIds.length) throw new Problem("notFound", notFoundText);
    const { changed, refused } = await changeLockedRows(tx, context, { entity, operation }, targets, undo);
    const [first] = refused;
    if (first !== undefined) throw new Problem("conflict", first.text);
    return { updated: changed.length, undo };
  });
}
