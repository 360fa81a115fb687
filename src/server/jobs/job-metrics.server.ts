import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { readUpkeep } from "./upkeep.server.ts";

/** Registers the metrics of jobs. Their values are the same in every process, because all processes share the queue. */
export function addJobMetrics({ database, metrics }: Pick<Services, "database" | "metrics">): void {
  metrics.addGauge({
    name: "jobs",
    help: "Jobs that wait, run, or failed within 30 days",
    labels: ["name", "state"],
    async read() {
      const rows = await database.read<{ name: string; state: string; count: number }>(
        "*",
        sql`select name, state, count(*)::int as count from job where state in ('queued', 'running', 'failed') group by name, state`,
      );
      return rows.map(({ name, state, count }) => ({ labels: { name, state }, value: count }));
    },
  });
  metrics.addGauge({
    name: "jobs_longest_wait_seconds",
    help: "Seconds that the oldest queued job has waited",
    labels: [],
    async read() {
      const [row] = await database.read<{ wait: number }>(
        "*",
        sql`select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as wait from job where state = 'queued'`,
      );
      return [{ labels: {}, value: row!.wait }];
    },
  });
  metrics.addGauge({
    name: "upkeep_seconds_since_success",
    help: "Seconds since an upkeep task last succeeded",
    labels: ["name"],
    read: async () =>
      (await readUpkeep({ database })).map(({ name, secondsSince }) => ({ labels: { name }, value: secondsSince })),
  });
}
