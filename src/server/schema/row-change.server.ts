import { type SQL, sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type AuditVerb, auditVerbs } from "#kit/audit.ts";
import { stampedTypes } from "#kit/data-stamp.ts";
import type { ChangeActor } from "#kit/row-history.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** SQL: whether a change gives its space another stamp, in the words of the index that finds the latest one. */
export const isStamped: SQL = sql.raw(`entity in (${stampedTypes.map((type) => `'${type}'`).join(", ")})`);

/**
 * The history of rows, written with each change (records/change/patch.server.ts), and the audit log's events without a change, such as an export. The
 * database allows no updates, and deletes of old rows only.
 */
export const rowChange = pgTable(
  "row_change",
  {
    /** Later changes have later ids. */
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    entity: text().notNull(),
    rowId: uuid("row_id").notNull(),
    /** The row's version after the change; 0 for an event. */
    version: integer().notNull(),
    verb: text().$type<AuditVerb>().notNull(),
    actor: text().$type<ChangeActor>().notNull(),
    memberId: uuid("member_id"),
    /** A copy, readable after the member is deleted. */
    memberName: text("member_name").notNull().default(""),
    /** Id of the request in the log. */
    requestId: text("request_id"),
    /** Changes that were made together. */
    groupId: uuid("group_id").notNull(),
    /** The values of the changed fields, before and after. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** Further changed fields, whose values were too long to record. */
    long: text().array(),
    /** What an event concerns besides the row, the name of a custom domain for instance. */
    subject: text(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("row_change_row").on(table.tenantId, table.rowId, table.version),
    index("row_change_deleted")
      .on(table.tenantId, table.groupId)
      .where(sql`verb = 'delete'`),
    // Later changes have later ids: the order of the audit log.
    index("row_change_log").on(table.tenantId, table.id),
    index("row_change_stamp").on(table.tenantId, table.id).where(isStamped),
    index("row_change_age").using("brin", table.createdAt),
    check("row_change_verb", sql.raw(`verb in (${auditVerbs.map((verb) => `'${verb}'`).join(", ")})`)),
    check("row_change_actor", sql`actor in ('member', 'visitor', 'program', 'space')`),
  ],
);
