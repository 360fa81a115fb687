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

/** Who did something, as columns of `row_change`: `tenant` and `member` are SQL of their ids, `fallbackActor` is written where no person did it. */
function actorColumns({ principal, actor = principal.kind === "user" ? principal : undefined }: Author) {
  const person = actor === "visitor" ? undefined : actor;
  const fallbackActor = actor === "visitor" || principal.kind === "anonymous" ? "visitor" : "program";
  const [tenant, member] = [sql`${person?.tenantId ?? null}::uuid`, sql`${person?.memberId ?? null}::uuid`];
  const isOfTenant = sql`c."tenantId" = ${tenant}`;
  return sql`case when ${member} is null then ${fallbackActor} when ${isOfTenant} then 'member' else 'space' end,
      case when ${isOfTenant} then ${member} end,
      coalesce((select m.name from member m where ${isOfTenant} and m.tenant_id = c."tenantId" and m.id = ${member}), '')`;
}

/** Records changes in the same transaction. A member is named in their own space only; in another space the actor is their space (T-57). */
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

/** What happened with a row and left it as it was. `rowId`: null records nothing, in the same time. `maxPerHour`: how many of the row's events of this kind are recorded within an hour. */
export type NewEvent = { verb: AuditEvent; tenantId: string; rowId: string | null; maxPerHour?: number };

/** Records an event of the audit log in the same transaction. */
export async function recordEvent(
  tx: Tx,
  author: Author,
  entity: EntityDefinition,
  { verb, tenantId, rowId, maxPerHour }: NewEvent,
): Promise<void> {
  const key = entityKey(entity);
  const recent = sql`(select count(*) from row_change e where e.tenant_id = c."tenantId" and e.row_id = c."rowId" and e.version = 0
    and e.entity = ${key} and e.verb = ${verb} and e.created_at > now() - interval '1 hour')`;
  await tx.rows(sql`
    insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, member_id, member_name, request_id, group_id)
    select ${newId()}::uuid, c."tenantId", ${key}, c."rowId", 0, ${verb}, ${actorColumns(author)}, ${author.requestId ?? null}, ${newId()}::uuid
    from (select ${tenantId}::uuid as "tenantId", ${rowId}::uuid as "rowId") c
    where c."rowId" is not null${maxPerHour === undefined ? sql`` : sql` and ${recent} < ${maxPerHour}`}`);
}

/** Deletes changes that are older than `historyDays`; row security refuses to delete younger ones. */
export const purgeHistory = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "row_change", sql`created_at < now() - make_interval(days => ${historyDays})`, limit);
