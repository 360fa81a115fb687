import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { testEvent } from "#kit/webhook.ts";
import { readRow } from "#records/query/list.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { WebhookToDeliver } from "./webhook-to-deliver.server.ts";
import type { DueDelivery } from "./webhook-log.server.ts";

/** The current row: null when it is in the trash; undefined when the principal may not read it or it was deleted permanently. */
async function readCurrentRow(
  { database }: Services,
  principal: UserPrincipal,
  entity: EntityDefinition,
  id: string,
): Promise<object | null | undefined> {
  try {
    return await readRow(database, principal, entity, id);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "notFound") throw error;
  }
  const deletedRows = await database.read(
    principal.tenantId,
    sql`select 1 from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "read", "deleted")} and id = ${id}::uuid`,
  );
  return deletedRows.length === 0 ? undefined : null;
}

/**
 * The body of a delivery: JSON with the event, its time, and the row with the fields that the webhook's roles may currently read (null if the row is
 * in the trash by now; missing after a deletion). Undefined when the roles may not read the row.
 */
export async function webhookBody(
  services: Services,
  { principal }: WebhookToDeliver,
  delivery: DueDelivery,
): Promise<string | undefined> {
  const { id, event, entity, rowId, version, changed, createdAt } = delivery;
  const envelope = { id, type: event, timestamp: createdAt };
  if (event === testEvent) return JSON.stringify({ ...envelope, data: {} });
  if (principal === undefined) return undefined;
  const { all } = await services.registries.of(principal.tenantId);
  const definition = all.find(({ type }) => type === entity);
  if (definition === undefined) return undefined;
  const { may, readable } = viewOf(principal, definition);
  if (!may.has("read")) return undefined;
  const row = await readCurrentRow(services, principal, definition, rowId!);
  if (row === undefined) return undefined;
  const readableChanges = (changed ?? []).filter((name) => Object.hasOwn(readable.fields, name));
  return JSON.stringify({
    ...envelope,
    space: principal.tenantSign,
    data: {
      entity,
      id: rowId,
      version,
      ...(event.endsWith(".updated") ? { changed: readableChanges } : {}),
      ...(event.endsWith(".deleted") ? {} : { row }),
    },
  });
}
