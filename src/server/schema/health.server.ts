import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Adapter, ProcessFigures } from "#kit/health.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** The processes of the installation, each of which writes its row again and again (features/console/health/beats.server.ts). */
export const processBeat = pgTable("process_beat", {
  /** Made when the process starts. */
  id: uuid().primaryKey(),
  /** The name of the machine. */
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  startedAt: timestampColumn("started_at").notNull(),
  beatAt: timestampColumn("beat_at").notNull().defaultNow(),
  figures: jsonb().$type<ProcessFigures>().notNull(),
});

/** What the last uses of an adapter led to, by any process. */
export const adapterOutcome = pgTable("adapter_outcome", {
  adapter: text().$type<Adapter>().primaryKey(),
  succeededAt: timestampColumn("succeeded_at"),
  failedAt: timestampColumn("failed_at"),
  /** Why the last failure happened: a code, never a message. */
  reason: text(),
});
