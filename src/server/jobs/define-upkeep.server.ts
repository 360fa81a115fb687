import type { Services } from "#kit/call.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";

/** The result of a run, stored in `upkeep_run`. */
export type UpkeepState = Record<string, unknown>;

export type UpkeepContext = {
  services: Services;
  /** Aborted when this process stops. */
  signal: AbortSignal;
  /** The result of the last run; null before the first. */
  state: UpkeepState | null;
};

/** A maintenance task that runs at intervals, in one process at a time. A run may be interrupted at any point; the next one does the rest. */
export type UpkeepDefinition = {
  name: string;
  everyMinutes: 1 | 10 | 60;
  run: (context: UpkeepContext) => Promise<UpkeepState | void>;
};

/** Declares an upkeep task. One file under `src/features/**` in a folder `jobs`, named `<name>.server.ts`, default-exported. */
export const defineUpkeep = (definition: UpkeepDefinition): UpkeepDefinition => definition;

/** Rows per transaction of a purge. */
export const purgeSize = 5000;

/** Removes expired rows: at most `limit`; returns their number. */
export type Purge = (tx: Tx, limit: number) => Promise<number>;

/** Repeats `purge`, each time in its own transaction, until it removes fewer rows than its limit. */
export async function purgeAll(database: Database, signal: AbortSignal, purge: Purge): Promise<void> {
  let count = purgeSize;
  while (count >= purgeSize && !signal.aborted) count = await database.system((tx) => purge(tx, purgeSize));
}

/** The `run` of an upkeep task that only purges rows. */
export const runPurge =
  (purge: Purge): UpkeepDefinition["run"] =>
  ({ services, signal }) =>
    purgeAll(services.database, signal, purge);
