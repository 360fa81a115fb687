import type { Metrics } from "#server/process/metrics.server.ts";
import type { Database } from "./database.server.ts";

/** Adds metrics of replicas: how far each is behind, and who answered the reads that replicas may answer. */
export function addReplicaMetrics({ replicaFigures }: Database, metrics: Metrics): void {
  if (replicaFigures === undefined) return;
  metrics.addGauge({
    name: "database_replica_lag_seconds",
    help: "How far a replica is behind the primary, to a second; no value while it is away",
    labels: ["replica"],
    read: async () =>
      replicaFigures().replicas.flatMap(({ name, lag }) =>
        lag === undefined ? [] : [{ labels: { replica: name }, value: lag }],
      ),
  });
  metrics.addGauge({
    name: "database_replica_up",
    help: "1 while a replica answers reads",
    labels: ["replica"],
    read: async () =>
      replicaFigures().replicas.map(({ name, lag }) => ({
        labels: { replica: name },
        value: lag === undefined ? 0 : 1,
      })),
  });
  metrics.addGauge({
    name: "database_display_reads_total",
    help: "Reads that a replica may answer, since start: by a replica, or by the primary because replicas were behind, away or failed",
    labels: ["how"],
    read: async () => Object.entries(replicaFigures().reads).map(([how, value]) => ({ labels: { how }, value })),
  });
}
