import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { JobProblem, JobState } from "#kit/job.ts";
import type { Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** The jobs that people start and can watch (server/jobs/define-job.server.ts). The library's queue stores their ids only. */
export const job = pgTable(
  "job",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    /** The member who started the job, and may watch and cancel it. */
    memberId: uuid("member_id").notNull(),
    name: text().notNull(),
    /** Equal for jobs of which only one may be active at a time. */
    key: text().notNull(),
    input: jsonb().notNull(),
    state: text().$type<JobState>().notNull().default("queued"),
    /** Raised on each claim: the work of an earlier claim is ignored. */
    attempt: integer().notNull().default(0),
    /** Failures since the last successful slice. */
    failures: integer().notNull().default(0),
    /** Where the next slice begins. */
    cursor: jsonb(),
    done: bigint({ mode: "number" }).notNull().default(0),
    total: bigint({ mode: "number" }),
    stage: jsonb().$type<Text>(),
    result: jsonb().$type<{ text: Text; url?: string; undo?: { type: string } }>(),
    problem: jsonb().$type<JobProblem>(),
    /** The number of log lines, including those that were not stored. */
    lines: integer().notNull().default(0),
    cancelRequestedAt: timestampColumn("cancel_requested_at"),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
    startedAt: timestampColumn("started_at"),
    endedAt: timestampColumn("ended_at"),
  },
  (table) => [
    index("job_member").on(table.tenantId, table.memberId, table.createdAt.desc()),
    index("job_ended").on(table.endedAt),
    index("job_created").on(table.createdAt, table.id),
    uniqueIndex("job_active_key")
      .on(table.key)
      .where(sql`state in ('queued', 'running')`),
  ],
);

/** The log of a job, line by line. */
export const jobLog = pgTable(
  "job_log",
  {
    tenantId: uuid("tenant_id").notNull(),
    jobId: uuid("job_id")
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    at: timestampColumn("at").notNull().defaultNow(),
    level: text().$type<"info" | "warning">().notNull(),
    text: jsonb().$type<Text>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** The runs of upkeep tasks, one row for each task (server/jobs/define-upkeep.server.ts). */
export const upkeepRun = pgTable("upkeep_run", {
  name: text().primaryKey(),
  createdAt: timestampColumn("created_at").notNull().defaultNow(),
  startedAt: timestampColumn("started_at"),
  endedAt: timestampColumn("ended_at"),
  succeededAt: timestampColumn("succeeded_at"),
  runs: integer().notNull().default(0),
  failures: integer().notNull().default(0),
  /** Why the last run failed. */
  problem: text(),
  /** The result of the last run. */
  state: jsonb().$type<Record<string, unknown>>(),
});
