import { sql } from "drizzle-orm";
import type { AnyRow, AnyValues, EntityDefinition, StoredEntity } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { columnsFor } from "#records/registry/field-types.server.ts";
import { ownerColumn } from "#records/registry/stored-definition.server.ts";
import {
  facetChangesSql,
  facetColumnsOf,
  facetColumnsSql,
  facetsFromExcluded,
  facetValuesSql,
} from "#records/query/record-facets.server.ts";
import { indexedFields } from "#records/query/record-index.server.ts";
import { recordsetSearchColumns, rowSearchColumns } from "#records/query/row-search.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";
import { duplicateProblem } from "./refusals.server.ts";

const changedText = {
  zh: "表单已更新，请刷新页面后重试",
  en: "This form has changed. Reload the page and try again.",
};

const instantOf = (value: unknown) => new Date(String(value)).toISOString();
const mapEnds = (value: unknown, read: (end: unknown) => unknown) =>
  (value as unknown[]).map((end) => (end === null ? null : read(end)));
/** Converts values to the form in which PostgreSQL would return them from a column of their type. */
const normalizers: Partial<Record<StoredStorage, (value: unknown) => unknown>> = {
  timestamp: instantOf,
  integer: Number,
  decimal: (value) => Number(Number(value).toFixed(6)),
  // PostgreSQL writes `10:30:00`; values with no seconds are written `10:30`.
  time: (value) => String(value).replace(/^(\d\d:\d\d):00$/, "$1"),
  uuid: (value) => String(value).toLowerCase(),
  numberRange: (value) => mapEnds(value, Number),
  timestampRange: (value) => mapEnds(value, instantOf),
};

/** Values as stored in a record, without empty ones. */
export function dataOf(entity: EntityDefinition, values: AnyValues): Record<string, unknown> {
  return Object.fromEntries(
    columnsFor(entity).flatMap(({ field, storage }) => {
      const value = values[field];
      if (value === null || value === undefined) return [];
      return [[field, (normalizers[storage] ?? ((unchanged: unknown) => unchanged))(value)]];
    }),
  );
}

/** Identifies the records of an entity in a space. */
export type Records = { tenantId: string; entity: EntityDefinition; stored: StoredEntity };

/**
 * Prevents a new publication of the definition until this transaction ends. The statement fails at once while one is under way: it may write all
 * records, for minutes.
 * @throws {Problem} conflict when the definition has been published again since it was read
 */
export async function lockDefinition(tx: Tx, { id, version }: StoredEntity): Promise<void> {
  const rows = await tx.rows(
    sql`select 1 from entity_definition where id = ${id}::uuid and version = ${version} for share nowait`,
  );
  if (rows.length === 0) throw new Problem("conflict", changedText);
}

/** Writes the index entries of the records with these ids that are new or differ. `names`: the fields, by default all that are indexed. */
export async function indexRecords(
  tx: Tx,
  { tenantId, entity, stored }: Records,
  ids: readonly string[],
  names?: readonly string[],
): Promise<void> {
  const fields = [...indexedFields(entity)].filter(([name]) => names?.includes(name) !== false);
  if (fields.length === 0) return;
  const kinds = fields.map(([, { kind }]) => kind);
  await tx.rows(sql`insert into record_index
      (tenant_id, entity_id, field, record_id, kind, text_value, number_value, time_value, uuid_value, boolean_value, ${facetColumnsSql})
    select r.tenant_id, r.entity_id, f.field, r.id, f.kind,
      case f.kind when 'text' then r.data ->> f.field end, case f.kind when 'number' then (r.data ->> f.field)::numeric end,
      case f.kind when 'time' then (r.data ->> f.field)::timestamptz end, case f.kind when 'uuid' then (r.data ->> f.field)::uuid end,
      case f.kind when 'boolean' then (r.data ->> f.field)::boolean end, ${facetColumnsOf("r")}
    from record r, unnest(${sql.param(fields.map(([name]) => name))}::text[], ${sql.param(kinds)}::text[]) f(field, kind)
    where r.tenant_id = ${tenantId}::uuid and r.entity_id = ${stored.id}::uuid and r.id = any(${sql.param([...ids])}::uuid[])
    on conflict (tenant_id, record_id, field) do update set kind = excluded.kind, text_value = excluded.text_value,
      number_value = excluded.number_value, time_value = excluded.time_value, uuid_value = excluded.uuid_value,
      boolean_value = excluded.boolean_value, ${facetsFromExcluded}
    where (record_index.kind, record_index.text_value, record_index.number_value, record_index.time_value, record_index.uuid_value,
      record_index.boolean_value, ${facetColumnsOf("record_index")}) is distinct from (excluded.kind, excluded.text_value,
      excluded.number_value, excluded.time_value, excluded.uuid_value, excluded.boolean_value, ${facetColumnsOf("excluded")})`);
}

const ruleOf = (names: readonly string[]) => names.join("+");

/**
 * Reserves the unique values of the records with these ids. A concurrent writer of the same values waits here. A record with an
 * empty field in the constraint reserves nothing, as in a unique index.
 * @throws {Problem} conflict, naming the fields
 */
export async function claimUnique(
  tx: Tx,
  { tenantId, entity, stored }: Records,
  ids: readonly string[],
): Promise<void> {
  const rules = (entity.unique ?? []).map(ruleOf);
  if (rules.length === 0) return;
  const list = sql`${sql.param([...ids])}::uuid[]`;
  const claims = sql`select r.tenant_id, r.entity_id, rule, sha256(convert_to(value::text, 'UTF8')) as value_hash, r.id
    from record r, unnest(${sql.param(rules)}::text[]) rule, lateral (
      select jsonb_agg(r.data -> name order by at) as value, bool_and(r.data ? name) as is_whole
      from unnest(string_to_array(rule, '+')) with ordinality parts(name, at)) parts
    where r.tenant_id = ${tenantId}::uuid and r.entity_id = ${stored.id}::uuid and r.deleted_at is null and is_whole and r.id = any(${list})`;
  await tx.rows(
    sql`delete from record_unique r where tenant_id = ${tenantId}::uuid and entity_id = ${stored.id}::uuid and record_id = any(${list})`,
  );
  const [violation] = await tx.rows<{ rule: string }>(sql`with claims as materialized (${claims}), claimed as (
      insert into record_unique (tenant_id, entity_id, rule, value_hash, record_id) select * from claims
      on conflict do nothing returning rule, record_id)
    select rule from claims c where not exists (select 1 from claimed d where d.rule = c.rule and d.record_id = c.id) limit 1`);
  if (violation !== undefined) throw duplicateProblem(entity, violation.rule.split("+"));
}

type NewRecord = Records & { id: string; values: AnyValues; internal: AnyValues };

/** Adds a record with its index entries, search columns and unique values. */
export async function insertRecord(
  tx: Tx,
  { id, tenantId, entity, stored, values, internal }: NewRecord,
): Promise<AnyRow> {
  const records: Records = { tenantId, entity, stored };
  const { columns, toRow } = storeOf(entity).allColumns;
  const data = dataOf(entity, values);
  const { search, search_text } = rowSearchColumns(entity, tenantId, data);
  // Sent in one round trip.
  const [, [row]] = await Promise.all([
    lockDefinition(tx, stored),
    tx.rows<AnyRow>(sql`insert into record (id, tenant_id, entity_id, owner_id, search, search_text, data, ${facetColumnsSql})
    select ${id}::uuid, ${tenantId}::uuid, ${stored.id}::uuid, ${internal[ownerColumn] ?? null}::uuid,
      ${sql.param(search)}::bigint[], ${JSON.stringify(search_text)}::jsonb, c.data, ${facetValuesSql(stored, sql`c.data`)}
    from (select ${JSON.stringify(data)}::jsonb as data) c returning ${columns}`),
    indexRecords(tx, records, [id]),
  ]);
  await claimUnique(tx, records, [id]);
  return toRow(row!);
}

type RecordChange = Records & {
  ids: readonly string[];
  /** The changed values, the same for all rows. */
  values: AnyValues;
  /** One of the rows after the change. Search columns are computed from it, so rows whose search columns would differ are not changed together. */
  row: AnyValues;
  /** True deletes the records, false restores deleted ones. */
  deleted?: boolean | undefined;
};

/** Changes records that are locked, and raises the version of each by one. */
export async function updateRecords(
  tx: Tx,
  { tenantId, entity, stored, ids, values, row, deleted }: RecordChange,
): Promise<AnyRow[]> {
  const records: Records = { tenantId, entity, stored };
  const { columns, toRow } = storeOf(entity).allColumns;
  const names = Object.keys(values);
  const data = dataOf(entity, values);
  const removedFields = names.filter((name) => !Object.hasOwn(data, name));
  const isSearched = entity.searchable?.some((name) => Object.hasOwn(values, name)) === true;
  const { search, search_text } = rowSearchColumns(entity, tenantId, row);
  const searchAssignments = isSearched
    ? sql`, search = ${sql.param(search)}::bigint[], search_text = ${JSON.stringify(search_text)}::jsonb`
    : sql``;
  const deletion = deleted === undefined ? sql`` : sql`, deleted_at = ${deleted ? sql`now()` : sql`null`}`;
  const isIndexed = names.some((name) => indexedFields(entity).has(name));
  const [rows] = await Promise.all([
    tx.rows<AnyRow>(sql`update record set data = (data - ${sql.param(removedFields)}::text[]) || ${JSON.stringify(data)}::jsonb,
      field_versions = field_versions || (select coalesce(jsonb_object_agg(name, version + 1), '{}') from unnest(${sql.param(names)}::text[]) name),
      version = version + 1, updated_at = now()${deletion}${searchAssignments}${facetChangesSql(stored, names, data)}
    where tenant_id = ${tenantId}::uuid and entity_id = ${stored.id}::uuid and id = any(${sql.param([...ids])}::uuid[]) returning ${columns}`),
    isIndexed ? indexRecords(tx, records, [...ids]) : undefined,
  ]);
  const changesUnique = (entity.unique ?? []).some((rule) => rule.some((name) => names.includes(name)));
  // Deleted records release their unique values; restored ones reserve them again.
  if (deleted !== undefined || changesUnique) await claimUnique(tx, records, [...ids]);
  return rows.map(toRow);
}

/** Rebuilds the search columns of the records with these ids. */
export async function rebuildSearch(
  tx: Tx,
  { tenantId, entity, stored }: Records,
  ids: readonly string[],
): Promise<void> {
  const rows = await tx.rows<{ id: string; data: Record<string, unknown> }>(sql`select id, data from record
    where tenant_id = ${tenantId}::uuid and entity_id = ${stored.id}::uuid and id = any(${sql.param([...ids])}::uuid[])`);
  const changes = rows.map(({ id, data }) => ({ id, ...recordsetSearchColumns(entity, tenantId, data) }));
  await tx.rows(sql`update record r set search_text = s.search_text, search = s.search::bigint[]
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) s(id uuid, search text, search_text jsonb)
    where r.tenant_id = ${tenantId}::uuid and r.id = s.id`);
}
