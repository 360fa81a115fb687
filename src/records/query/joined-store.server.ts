import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import type { Aggregate, ViewRow } from "#kit/joined-view.ts";
import { Problem } from "#kit/problem.ts";
import { storageTypes, type StoredStorage } from "#server/postgres/storage.server.ts";
import type { FindEntity, JoinedValue } from "#records/registry/joined-values.server.ts";
import { joinPathOf, joinsOf, readableView, type ResolvedView } from "#records/registry/joined-view.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "./row.server.ts";
import { type RowStore, rowStorages, type Selection, type SortColumn, type SqlColumn } from "./row-store.server.ts";
import { storeOf } from "./store-of.server.ts";
import { whereOf } from "./where.server.ts";

const comma = sql.raw(", ");
const name = sql.identifier("joined");
const rowColumns = ["id", "tenant_id", "version", "created_at", "updated_at", "deleted_at"];

/** The name of the column with the search text of a field. Names of fields have no underscore. */
const searchColumn = (field: string) => sql.identifier(`${field}_text`);

const aggregateSql: Record<Aggregate, (value: SQL) => SQL> = {
  count: () => sql`count(*)`,
  sum: (value) => sql`sum(${value})`,
  average: (value) => sql`round(avg(${value}), 4)`,
  min: (value) => sql`min(${value})`,
  max: (value) => sql`max(${value})`,
};

const sqlTypeOf = (storage: StoredStorage) => sql.raw(storageTypes[storage].sqlType);

/** What a statement needs of an entity: values of fields, and search texts. */
type Source = { entity: EntityDefinition; alias: SQL; fields: Set<string>; texts: Set<string> };

const newSource = (entity: EntityDefinition, alias: string): Source => ({
  entity,
  alias: sql`${sql.identifier(alias)}`,
  fields: new Set(),
  texts: new Set(),
});

const valueColumn = (field: string) => sql.identifier(`v_${field}`);
const textColumn = (field: string) => sql.identifier(`t_${field}`);

/** The rows of an entity that a reader may read, with these fields. */
function readableRows(principal: Principal, { entity, fields, texts }: Source, columns: readonly string[]): SQL {
  const store = storeOf(entity);
  const selected = [
    ...columns.map((column) => sql.identifier(column)),
    ...[...fields].map((field) => sql`${store.valueOf(field).column} as ${valueColumn(field)}`),
    ...[...texts].map((field) => sql`${store.searchText(field)} as ${textColumn(field)}`),
  ];
  return sql`(select ${sql.join(selected, comma)} from ${store.from([])} where ${permittedRowsSql(principal, entity, "read")})`;
}

/** The summary of the rows that refer to the row in `alias`. */
function summarySql(principal: Principal, { steps, field, aggregate, storage }: JoinedValue, alias: SQL): SQL {
  const { field: relation, entity } = steps.at(-1)!;
  const store = storeOf(entity);
  const refersToRow = store.test(relation, ({ column }) => sql`${column} = ${alias}.id`);
  const summary = aggregateSql[aggregate!](field === undefined ? sql`` : store.valueOf(field).column);
  return sql`(select ${summary} from ${store.from([])} where ${permittedRowsSql(principal, entity, "read")} and ${refersToRow})::${sqlTypeOf(storage)}`;
}

/**
 * The rows of a view for one reader, as a FROM expression. Every entity in it is limited to the rows that the reader may read, by the condition of
 * its own lists. Summaries are subqueries of single columns, so that PostgreSQL computes them only for the rows of a page.
 */
function joinedRows(principal: Principal, { base, values }: Pick<ResolvedView, "base" | "values">): SQL {
  const baseSource = newSource(base, "source");
  const sources = new Map<string, Source>([["", baseSource]]);
  const joins: { source: Source; from: Source; relation: string }[] = [];
  /** The source to which the relations of a value to one row lead, joined on first use. */
  function sourceOf(value: JoinedValue): Source {
    let from = baseSource;
    for (const [index, path] of joinsOf(value).entries()) {
      const { field: relation, entity } = value.steps[index]!;
      const source = sources.get(path) ?? newSource(entity, `source_${sources.size}`);
      if (!sources.has(path)) joins.push({ source, from, relation });
      sources.set(path, source);
      from.fields.add(relation);
      from = source;
    }
    if (value.aggregate === undefined) from.fields.add(value.field!);
    if (value.isSearchable) from.texts.add(value.field!);
    return from;
  }
  const sourceByField = new Map([...values].map(([field, value]) => [field, sourceOf(value)]));
  const columns = [...values].flatMap(([field, value]) => {
    const { alias } = sourceByField.get(field)!;
    const as = sql.identifier(field);
    if (value.aggregate !== undefined) return [sql`${summarySql(principal, value, alias)} as ${as}`];
    const column = sql`${alias}.${valueColumn(value.field!)} as ${as}`;
    return value.isSearchable
      ? [column, sql`${alias}.${textColumn(value.field!)} as ${searchColumn(field)}`]
      : [column];
  });
  const common = rowColumns.map((column) => sql`${baseSource.alias}.${sql.identifier(column)}`);
  const joinSql = joins.map(({ source, from, relation }) => {
    const rows = readableRows(principal, source, ["id"]);
    return sql` left join ${rows} ${source.alias} on ${source.alias}.id = ${from.alias}.${valueColumn(relation)}`;
  });
  const baseRows = readableRows(principal, baseSource, rowColumns);
  return sql`(select ${sql.join([...common, ...columns], comma)} from ${baseRows} ${baseSource.alias}${sql.join(joinSql)})`;
}

const timeColumns: Readonly<Record<string, string>> = { createdAt: "created_at", updatedAt: "updated_at" };

/** The column of a value, or of a row's own time. */
function columnOf(values: ResolvedView["values"], field: string): SqlColumn {
  const storage = rowStorages.get(field) ?? values.get(field)!.storage;
  return { column: sql`${sql.identifier(timeColumns[field] ?? field)}`, storage, type: storageTypes[storage].sqlType };
}

/** The store of joined rows in `from`, an expression without an alias. */
function storeFrom(from: SQL, values: ResolvedView["values"]): RowStore {
  const names = [...values.keys()];
  const id = sql`id`;
  const select = (fields: readonly string[]): Selection => ({
    columns: sql.join(
      [
        sql.raw('id, version, created_at as "createdAt", updated_at as "updatedAt"'),
        ...fields.map((field) => sql`${sql.identifier(field)}`),
      ],
      comma,
    ),
    toRow: (raw) => raw,
  });
  return {
    name: sql`${name}`,
    from: () => sql`${from} as ${name}`,
    notDeleted: (tenantId) => sql`tenant_id = ${tenantId}::uuid and deleted_at is null`,
    deleted: () => sql`false`,
    addedBy: () => sql`false`,
    allColumns: select(names),
    fields: (chosen) => select(names.filter((field) => chosen.includes(field))),
    sortColumn: (field): SortColumn => ({ ...columnOf(values, field), id }),
    valueOf: (field) => columnOf(values, field),
    searchText: (field) => sql`${searchColumn(field)}`,
    test: (field, make) => make(columnOf(values, field)),
    indexes: [],
  };
}

/** The condition of a filter over the values of a view. @throws {Problem} badRequest for one that its value does not support */
function conditionSql({ base, values }: ResolvedView, filter: Filter, tenantId: string): SQL {
  const entity: EntityDefinition = {
    ...base,
    fields: Object.fromEntries([...values].map(([field, { config }]) => [field, config])),
    searchable: [...values].filter(([, { isSearchable }]) => isSearchable).map(([field]) => field),
    joined: { id: "", base: base.type, joinIds: new Map(), exportable: new Set(), store: storeFrom(sql``, values) },
  };
  return whereOf({ readable: programView(entity).readable, tenantId }, filter);
}

/** The indexes of the conditions of a view that their values do not support. */
export const refusedConditions = (view: ResolvedView, tenantId: string): number[] =>
  view.conditions.flatMap((condition, index) => {
    try {
      conditionSql(view, condition, tenantId);
      return [];
    } catch (error) {
      if (error instanceof Problem) return [index];
      throw error;
    }
  });

/** The view in this row for one reader: an entity whose rows and fields are those that they may read. @throws {Problem} as `readableView` */
export function viewEntity(find: FindEntity, principal: Principal, row: ViewRow): EntityDefinition {
  const { entity, view, exportable } = readableView(find, principal, row);
  const { base, conditions, sort, maxRows, values } = view;
  // What the reader may not read is not in the statement at all.
  const isOpen = entity.access.read !== "nobody";
  const names = new Set(isOpen ? [...Object.keys(entity.fields), ...conditions.map(({ field }) => field)] : []);
  const readableValues = new Map([...values].filter(([field]) => names.has(field)));
  const rows = joinedRows(principal, { base, values: readableValues });
  const condition = isOpen ? conditionSql(view, { and: [...conditions] }, principal.tenantId) : sql`false`;
  const direction = sql.raw(sort.direction === "asc" ? "asc nulls first" : "desc nulls last");
  const limit =
    maxRows === undefined || !isOpen
      ? sql``
      : sql` order by ${columnOf(values, sort.field).column} ${direction}, id limit ${sql.raw(String(maxRows))}`;
  const from = sql`(select * from ${rows} as ${name} where ${condition}${limit})`;
  const joinIds = new Map(
    [...readableValues].flatMap(([field, value]) => {
      const path = joinPathOf(value);
      return path === "" ? [] : [[field, path] as const];
    }),
  );
  const store = storeFrom(from, readableValues);
  return { ...entity, joined: { id: row.id, base: base.type, joinIds, exportable, store } };
}
