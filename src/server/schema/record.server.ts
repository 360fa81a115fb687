import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { searchIndexOptions } from "#server/postgres/tables.server.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";
import { entityDefinition } from "./entity-definition.server.ts";

/**
 * Values of fields with few distinct values, for filters: which field has which column, each definition says (records/query/record-facets.server.ts).
 * Index entries repeat them, so that the index of a sort order answers a filter too.
 */
const facetColumns = () => ({
  facet1: text(),
  facet2: text(),
  facet3: text(),
  facet4: text(),
  facet5: text(),
  facet6: text(),
});
type FacetColumn = keyof ReturnType<typeof facetColumns>;
const facetNames: readonly FacetColumn[] = ["facet1", "facet2", "facet3", "facet4", "facet5", "facet6"];

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The rows of all entities that spaces defined for themselves. */
export const record = pgTable(
  "record",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    entityId: uuid("entity_id").notNull(),
    version: integer().notNull().default(1),
    /** As in the tables of entities (server/postgres/tables.server.ts). */
    fieldVersions: jsonb("field_versions").notNull().default({}),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    updatedAt: timestampColumn("updated_at").notNull().defaultNow(),
    deletedAt: timestampColumn("deleted_at"),
    /** The member who added the row, for entities that record it. */
    ownerId: uuid("owner_id"),
    /** Values by field. */
    data: jsonb().notNull().default({}),
    /** Values of fields that the definition no longer has, by field, until they are purged. No row contains them. */
    removedData: jsonb("removed_data").notNull().default({}),
    ...facetColumns(),
    searchText: jsonb("search_text").notNull().default({}),
    search: bigint({ mode: "number" }).array().notNull().default([]),
  },
  (table) => [
    unique("record_tenant_id").on(table.tenantId, table.id),
    foreignKey({
      name: "record_entity_id_fk",
      columns: [table.tenantId, table.entityId],
      foreignColumns: [entityDefinition.tenantId, entityDefinition.id],
    }),
    ...(["createdAt", "updatedAt"] as const).map((time) =>
      index(`record_by_${table[time].name}`)
        .on(table.tenantId, table.entityId, table[time].asc().nullsFirst(), table.id)
        .where(sql`deleted_at is null`),
    ),
    index("record_facets")
      .on(table.tenantId, table.entityId, ...facetNames.map((name) => table[name]), table.id)
      .where(sql`deleted_at is null`),
    index("record_trash")
      .on(table.tenantId, table.entityId, table.deletedAt, table.id)
      .where(sql`deleted_at is not null`),
    index("record_by_owner")
      .on(table.tenantId, table.entityId, table.ownerId, table.id)
      .where(sql`deleted_at is null`),
    index("record_search")
      .using("gin", table.search)
      .with(searchIndexOptions)
      .where(sql`deleted_at is null`),
  ],
);

/** The kinds of values that are indexed, each in the column of its name. */
const kinds = ["text", "number", "time", "uuid", "boolean"] as const;
/** The kinds by which lists are sorted. */
const sortedKinds: ReadonlySet<string> = new Set(["text", "number", "time"]);

/** The values by which lists of records are sorted or filtered: one row for each record and field, even without a value. */
export const recordIndex = pgTable(
  "record_index",
  {
    tenantId: uuid("tenant_id").notNull(),
    entityId: uuid("entity_id").notNull(),
    field: text().notNull(),
    recordId: uuid("record_id").notNull(),
    /** Which of the columns below has the value, or would have it if there were one. */
    kind: text({ enum: kinds }).notNull(),
    textValue: text("text_value"),
    numberValue: numeric("number_value", { precision: 20, scale: 6 }),
    timeValue: timestampColumn("time_value"),
    uuidValue: uuid("uuid_value"),
    booleanValue: boolean("boolean_value"),
    ...facetColumns(),
  },
  (table) => [
    primaryKey({ name: "record_index_pk", columns: [table.tenantId, table.recordId, table.field] }),
    foreignKey({
      name: "record_index_record_id_fk",
      columns: [table.tenantId, table.recordId],
      foreignColumns: [record.tenantId, record.id],
    }).onDelete("cascade"),
    ...kinds.map((kind) =>
      index(`record_index_${kind}`)
        .on(
          table.tenantId,
          table.entityId,
          table.field,
          table[`${kind}Value`].asc().nullsFirst(),
          table.recordId,
          ...(sortedKinds.has(kind) ? facetNames.map((name) => table[name]) : []),
        )
        .where(sql.raw(`kind = '${kind}'`)),
    ),
  ],
);

/** Unique values of the records of an entity; deleted records have none. */
export const recordUnique = pgTable(
  "record_unique",
  {
    tenantId: uuid("tenant_id").notNull(),
    entityId: uuid("entity_id").notNull(),
    /** The fields of the rule, joined by "+". */
    rule: text().notNull(),
    valueHash: bytea("value_hash").notNull(),
    recordId: uuid("record_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "record_unique_pk", columns: [table.tenantId, table.entityId, table.rule, table.valueHash] }),
    foreignKey({
      name: "record_unique_record_id_fk",
      columns: [table.tenantId, table.recordId],
      foreignColumns: [record.tenantId, record.id],
    }).onDelete("cascade"),
    index("record_unique_record").on(table.tenantId, table.recordId),
  ],
);
