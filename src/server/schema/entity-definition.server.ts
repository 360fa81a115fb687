import { sql } from "drizzle-orm";
import { integer, json, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** Entities that a space defined for itself (records/registry/stored-definition.server.ts). Their rows are in `record`. */
export const entityDefinition = pgTable(
  "entity_definition",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    type: text().notNull(),
    /** Raised by one on every publication. */
    version: integer().notNull(),
    /** `json` keeps the order of the fields; `jsonb` would not. */
    definition: json().notNull(),
    /** When fields were added to an existing definition, by name: earlier history of that name belongs to another field. */
    fieldTimes: jsonb("field_times").$type<Record<string, string>>().notNull().default({}),
    /** Removed fields whose values are kept for some days: their configuration, and since when, by name (records/definitions). */
    removedFields: jsonb("removed_fields").notNull().default({}),
    /** The fields in the facet columns of records, by column; empty for an unused one (records/query/record-facets.server.ts). */
    facets: text().array().notNull().default([]),
    publishedAt: timestampColumn("published_at").notNull().defaultNow(),
    /** Since when the space has no entity of this definition, whose records are kept; null while it has one. */
    unpublishedAt: timestampColumn("unpublished_at"),
  },
  (table) => [
    unique("entity_definition_tenant_id").on(table.tenantId, table.id),
    uniqueIndex("entity_definition_type").on(table.tenantId, sql`lower(${table.type})`),
  ],
);
