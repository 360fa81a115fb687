import { sql } from "drizzle-orm";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type ChangeVerb, historyDays, maxChangeSize } from "#kit/row-history.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { queueDeliveries } from "./queue-deliveries.server.ts";

/** The name of an entity in `row_change`: its type, or the ID of its definition, because a space can rename its own types. */
export const entityKey = ({ type, stored }: EntityDefinition): string => stored?.id ?? type;

/** A change of one row. It never contains internal columns, which may hold secrets. */
export type NewChange = {
  tenantId: string;
  rowId: string;
  /** The row's version after the change. */
  version: number;
  before?: AnyValues;
  after?: AnyValues;
  /** Further changed fields, whose values were too long to record. */
  long?: string[];
};

/** The changed values that the history stores: all of them, without the longest when a change would exceed `maxChangeSize`. */
export function recordedValues(before: AnyValues, after: AnyValues): Pick<NewChange, "before" | "after" | "long"> {
  const sizeOf = (value: unknown) => JSON.stringify(value ?? null).length;
  const sizes = Object.keys(after).map((name) => ({ name, size: sizeOf(before[name]) + sizeOf(after[name]) }));
  let remaining = maxChangeSize;
  const short = new Set<string>();
  for (const { name, size } of sizes.toSorted((one, other) => one.size - other.size)) {
    remaining -= size;
    if (remaining >= 0) short.add(name);
  }
  const shortValues = (values: AnyValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => short.has(name)));
  const long = sizes.map(({ name }) => name).filter((name) => !short.has(name));
  return { before: shortValues(before), after: shortValues(after), ...(long.length === 0 ? {} : { long }) };
}

/** Records changes in the same transaction. A member is named in their own space only; in another space the actor is their space (T-57). */
export async function recordChanges(
  tx: Tx,
  { principal, actor = principal.kind === "user" ? principal : undefined, requestId }: Author,
  entity: EntityDefinition,
  { verb, changes, group = newId() }: { verb: ChangeVerb; changes: readonly NewChange[]; group?: string },
): Promise<void> {
  if (changes.length === 0) return;
  const person = actor === "visitor" ? undefined : actor;
  const fallbackActor = actor === "visitor" || principal.kind === "anonymous" ? "visitor" : "program";
  const [tenantId, memberId] = [sql`${person?.tenantId ?? null}::uuid`, sql`${person?.memberId ?? null}::uuid`];
  const isOfTenant = sql`c."tenantId" = ${tenantId}`;
  const rows = changes.map((change) => ({ id: newId(), ...change }));
  const writing = tx.rows(sql`
    insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, member_id, member_name, request_id, group_id, before, after, long)
    select c.id, c."tenantId", ${entityKey(entity)}, c."rowId", c.version, ${verb},
      case when ${memberId} is null then ${fallbackActor} when ${isOfTenant} then 'member' else 'space' end,
      case when ${isOfTenant} then ${memberId} end,
      coalesce((select m.name from member m where ${isOfTenant} and m.tenant_id = c."tenantId" and m.id = ${memberId}), ''),
      ${requestId ?? null}, ${group}::uuid, c.before, c.after, c.long
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(id uuid, "tenantId" uuid, "rowId" uuid, version int, before jsonb, after jsonb, long text[])`);
  await Promise.all([writing, queueDeliveries(tx, entity, { verb, changes })]);
}

/** Deletes changes that are older than `historyDays`; row security refuses to delete younger ones. */
export const purgeHistory = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "row_change", sql`created_at < now() - make_interval(days => ${historyDays})`, limit);
