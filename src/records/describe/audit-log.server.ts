import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AuditEntry, AuditPage, AuditVerb } from "#kit/audit.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { ChangeActor } from "#kit/row-history.ts";
import type { Locale } from "#kit/text.ts";
import { entityKey } from "#records/change/history.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { titleOf } from "./titles.server.ts";

export type AuditQuery = {
  /** Only of this entity. */
  type?: string | undefined;
  /** Only by this member. */
  member?: string | undefined;
  verb?: AuditVerb | undefined;
  /** ISO instants: `from` is inclusive, `to` is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of the last entry of the previous page. */
  before?: string | undefined;
  size: number;
};

type Reader = RowContext<UserPrincipal> & { locale: Locale };
type LogRow = {
  id: string;
  at: string;
  actor: ChangeActor;
  name: string;
  isSelf: boolean;
  verb: AuditVerb;
  entity: string;
  rowId: string;
  fields: string[] | null;
  subject: string | null;
};
type RowTitle = { title: string; hasForm: boolean };

/** Titles of an entity's rows that the reader may read, including deleted ones, as pairs with their ids. */
async function titlesOf(
  database: Database,
  { principal, locale }: Reader,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<[string, RowTitle][]> {
  const { titleField } = viewOf(principal, entity).readable;
  const store = storeOf(entity);
  const { columns, toRow } = store.fields([titleField]);
  // A name with # cannot be that of a field.
  const rows = await database.read<AnyRow & { "#hasForm": boolean }>(
    principal.tenantId,
    sql`select ${columns}, deleted_at is null as "#hasForm" from ${store.from([])}
      where ((${permittedRowsSql(principal, entity, "read")}) or (${permittedRowsSql(principal, entity, "read", "deleted")}))
        and id = any(${sql.param([...new Set(ids)])}::uuid[])`,
  );
  return rows.map(({ "#hasForm": hasForm, ...raw }) => {
    const row = toRow(raw as AnyRow);
    return [row.id, { title: titleOf(row[titleField], locale), hasForm }];
  });
}

/**
 * A page of the audit log, latest entry first: changes and events of rows, limited to entities and fields that the reader may read.
 * @throws {Problem} notFound for an unknown type
 */
export async function readAuditLog(database: Database, reader: Reader, query: AuditQuery): Promise<AuditPage> {
  const { principal, entities, locale } = reader;
  const { type, member = null, verb = null, from = null, to = null, before = null, size } = query;
  const candidates = type === undefined ? entities.all : [entities.find(type)];
  const byKey = new Map(
    candidates
      .filter((candidate) => allows(principal, candidate, "read"))
      .map((candidate) => [entityKey(candidate), candidate]),
  );
  const rows = await database.read<LogRow>(
    principal.tenantId,
    sql`select c.id, c.created_at as at, c.actor, c.member_name as name, c.member_id is not distinct from ${principal.memberId}::uuid as "isSelf",
        c.verb, c.entity, c.row_id as "rowId", c.subject, array(select jsonb_object_keys(c.after)) || c.long as fields
      from row_change c where c.tenant_id = ${principal.tenantId}::uuid and c.entity = any(${sql.param([...byKey.keys()])}::text[])
        and (${before}::uuid is null or c.id < ${before}::uuid) and (${member}::uuid is null or c.member_id = ${member}::uuid)
        and (${verb}::text is null or c.verb = ${verb}) and (${from}::timestamptz is null or c.created_at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or c.created_at < ${to}::timestamptz)
      order by c.id desc limit ${size + 1}`,
  );
  const lines = rows.slice(0, size);
  const groups = [...Map.groupBy(lines, ({ entity }) => entity)];
  const titles = await Promise.all(
    groups.map(([key, group]) =>
      titlesOf(
        database,
        reader,
        byKey.get(key)!,
        group.map(({ rowId }) => rowId),
      ),
    ),
  );
  const titleById = new Map(titles.flat());
  const entries = lines.map(({ entity: key, rowId, fields, ...line }): AuditEntry => {
    const entity = byKey.get(key)!;
    const readableFields = viewOf(principal, entity).readable.fields;
    const { title, hasForm } = titleById.get(rowId) ?? { title: "", hasForm: false };
    const names = Object.keys(readableFields).filter((name) => fields?.includes(name) === true);
    return {
      ...line,
      type: entity.type,
      entity: entity.name[locale],
      rowId,
      title,
      hasForm,
      fields: names.map((name) => readableFields[name]!.name[locale]),
    };
  });
  return { entries, next: rows.length > size ? lines.at(-1)!.id : null };
}
