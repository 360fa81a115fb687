import { sql } from "drizzle-orm";
import type { AuditEvent } from "#kit/audit.ts";
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
  /** Names of further changed fields, whose values were too long to record. */
  long?: string[];
};

/** The values of a change to record: the shortest first, until `maxChangeSize` characters are reached. `long`: the fields that are left out. */
export function recordedValues(before: AnyValues, after: AnyValues): Pick<NewChange, "before" | "after" | "long"> {
  const sizeOf = (value: unknown) => JSON.stringify(value ?? null).length;
  const sizes = Object.keys(after).map((name) => ({ name, size: sizeOf(before[name]) + sizeOf(after[name]) }));
  let remaining = maxChangeSize;
  const recordedNames = new Set<string>();
  for (const { name, size } of sizes.toSorted((one, other) => one.size - other.size)) {
    remaining -= size;
    if (remaining >= 0) recordedNames.add(name);
  }
  const pickRecorded = (values: AnyValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => recordedNames.has(name)));
  const long = sizes.map(({ name }) => name).filter((name) => !recordedNames.has(name));
  return { before: pickRecorded(before), after: pickRecorded(after), ...(long.length === 0 ? {} : { long }) };
}

/** SQL for the columns actor, member_id and member_name of `row_change`, for changes `c`. */
function actorColumns({ principal, actor = principal.kind === "user" ? principal : undefined }: Author) {
  const person = actor === "visitor" ? undefined : actor;
  const fallbackActor = actor === "visitor" || principal.kind === "anonymous" ? "visitor" : "program";
  const [tenant, member] = [sql`${person?.tenantId ?? null}::uuid`, sql`${person?.memberId ?? null}::uuid`];
  const isOfTenant = sql`c."tenantId" = ${tenant}`;
  return sql`case when ${member} is null then ${fallbackActor} when ${isOfTenant} then 'member' else 'space' end,
      case when ${isOfTenant} then ${member} end,
      coalesce((select m.name from member m where ${isOfTenant} and m.tenant_id = c."tenantId" and m.id = ${member}), '')`;
}

/** Records changes in their transaction. In another space than their own, a member is recorded as `space`, without id and name (T-57). */
export async function recordChanges(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  { verb, changes, group = newId() }: { verb: ChangeVerb; changes: readonly NewChange[]; group?: string },
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ id: newId(), ...change }));
  const writing = tx.rows(sql`
    insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, member_id, member_name, request_id, group_id, before, after, long)
    select c.id, c."tenantId", ${entityKey(entity)}, c."rowId", c.version, ${verb}, ${actorColumns(author)},
      ${author.requestId ?? null}, ${group}::uuid, c.before, c.after, c.long
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(id uuid, "tenantId" uuid, "rowId" uuid, version int, before jsonb, after jsonb, long text[])`);
  await Promise.all([writing, queueDeliveries(tx, entity, { verb, changes })]);
}

/** An event of a row that changed no value. */
export type NewEvent = {
  verb: AuditEvent;
  tenantId: string;
  /** Null records nothing, but takes the same time as an event. */
  rowId: string | null;
  /** What the event concerns besides the row. */
  subject?: string;
  /** The maximum of recorded events with this verb per row and hour. */
  maxPerHour?: number;
};

/** Records an event of the audit log in the same transaction. */
export async function recordAuditEvent(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  { verb, tenantId, rowId, subject, maxPerHour }: NewEvent,
): Promise<void> {
  const key = entityKey(entity);
  const recent = sql`(select count(*) from row_change e where e.tenant_id = c."tenantId" and e.row_id = c."rowId" and e.version = 0
    and e.entity = ${key} and e.verb = ${verb} and e.created_at > now() - interval '1 hour')`;
  await tx.rows(sql`
    insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, member_id, member_name, request_id, group_id, subject)
    select ${newId()}::uuid, c."tenantId", ${key}, c."rowId", 0, ${verb}, ${actorColumns(author)}, ${author.requestId ?? null}, ${newId()}::uuid,
      ${subject ?? null}
    from (select ${tenantId}::uuid as "tenantId", ${rowId}::uuid as "rowId") c
    where c."rowId" is not null${maxPerHour === undefined ? sql`` : sql` and ${recent} < ${maxPerHour}`}`);
}

/** Deletes up to `limit` changes that are older than `historyDays`, and returns their number. Row security protects younger ones. */
export const purgeHistory = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "row_change", sql`created_at < now() - make_interval(days => ${historyDays})`, limit);
