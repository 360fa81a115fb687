import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { FindingSubject, GovernanceKind } from "#kit/governance.ts";
import type { Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** Runs of governance. The id is that of the job, whose row is deleted earlier. */
export const governanceRun = pgTable(
  "governance_run",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    kind: text().$type<GovernanceKind>().notNull(),
    /** The light app of a run of the kind `app`. */
    objectId: uuid("object_id"),
    memberId: uuid("member_id").notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    /** When the report was complete; null before, and for a run that failed. */
    endedAt: timestampColumn("ended_at"),
    /** The number of findings of each check. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** The run before, with which the report is compared, and how many of its findings are gone, by check. */
    previousId: uuid("previous_id"),
    resolved: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [index("governance_run_latest").on(table.tenantId, table.kind, table.objectId, table.createdAt.desc())],
);

/** The findings of a run. Without an id of its own: a finding about a file must not count as a use of it. */
export const governanceFinding = pgTable(
  "governance_finding",
  {
    tenantId: uuid("tenant_id").notNull(),
    runId: uuid("run_id")
      .notNull()
      .references(() => governanceRun.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    /** The name of the check. */
    check: text("check_name").notNull(),
    /** The same in every run that finds the same problem at the same place. */
    key: text().notNull(),
    subject: jsonb().$type<FindingSubject>().notNull(),
    /** The id of the record on the page. */
    record: text(),
    text: jsonb().$type<Text>().notNull(),
    /** What the mend of the check needs; null when this finding cannot be mended. */
    mend: jsonb(),
    isNew: boolean("is_new").notNull().default(true),
    /** Set while the finding is mended: all that were mended at once, and when. */
    mendId: uuid("mend_id"),
    mendedAt: timestampColumn("mended_at"),
    /** The change of the page that takes the mend back. */
    inverse: jsonb(),
  },
  (table) => [
    primaryKey({ name: "governance_finding_pk", columns: [table.runId, table.number] }),
    index("governance_finding_check").on(table.runId, table.check, table.number),
    index("governance_finding_key").on(table.runId, table.key),
    index("governance_finding_mend").on(table.tenantId, table.mendId),
  ],
);

/** The addresses within the site to which a run under way has found links. */
export const governanceLink = pgTable(
  "governance_link",
  {
    tenantId: uuid("tenant_id").notNull(),
    runId: uuid("run_id")
      .notNull()
      .references(() => governanceRun.id, { onDelete: "cascade" }),
    path: text().notNull(),
  },
  (table) => [primaryKey({ name: "governance_link_pk", columns: [table.runId, table.path] })],
);
