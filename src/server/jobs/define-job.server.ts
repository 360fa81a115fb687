import type { ZodType, z } from "zod";
import type { Access } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityType } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";

export type LogLevel = "info" | "warning";

/** A slice of the work: its effect and the progress of the job are one transaction. */
export type Slice<Cursor> = {
  tx: Tx;
  /** Where the slice begins: the cursor of the previous one, undefined for the first. */
  cursor: Cursor | undefined;
  /** The suggested number of steps of this slice: about a tenth of a second of work. */
  size: number;
  /** Adds a line to the log of the job, which is stored if the slice commits. */
  log: (text: Text, level?: LogLevel) => void;
};

/** The cursor for the next slice, and the number of steps of this one. */
export type Advance<Cursor> = { cursor: Cursor; steps: number };

/** What the person who started the job sees when it has succeeded. */
export type JobResult = {
  text: Text;
  url?: string;
  /** The entity whose rows the job changed; with the id of the job, the changes can be undone for `undoMinutes`. */
  undo?: { type: string };
};

export type JobContext<Cursor> = {
  jobId: string;
  tenantId: string;
  /** The member who started the job. */
  memberId: string;
  services: Services;
  /** Aborted when the job is cancelled or claimed by another process, or this one stops. */
  signal: AbortSignal;
  /** The cursor of an earlier attempt; undefined for a new job. */
  cursor: Cursor | undefined;
  setTotal: (steps: number) => Promise<void>;
  /**
   * Shows progress inside a long slice: the finished steps of the whole job, replaced by the counted number when the slice commits. At most four calls
   * a second have an effect.
   */
  setDone: (steps: number) => Promise<void>;
  /** Sets the description of the current stage. */
  setStage: (text: Text) => Promise<void>;
  /**
   * Runs `work` slice by slice until it returns undefined, and returns the last cursor. Each slice takes effect exactly once, even after a crash: the
   * next worker starts at the last committed cursor. Writes outside the transaction must be idempotent.
   */
  slices: (work: (slice: Slice<Cursor>) => Promise<Advance<Cursor> | undefined>) => Promise<Cursor | undefined>;
};

export type JobDefinition<I extends ZodType = ZodType, C extends ZodType = ZodType> = {
  /** The name on the wire and in the table `job`; the file is named after it. */
  name: string;
  title: Text;
  /** Who may start the job. Only the member who started it may watch and cancel it. */
  access: Access;
  /** Starting the job requires a recent proof of identity. */
  stepUp?: true;
  /** At most one active job per space: a second start returns the active one. */
  isOnePerSpace?: true;
  /** The key of the object that the input is about. At most one active job per space and key: a second start returns the active one. */
  keyOf?: (input: z.output<I>) => string;
  /** The entity whose list has a button that starts it without input, and the confirmation question. */
  listButton?: { entity: EntityType; confirmation: Text };
  input: I;
  /** The schema of the cursor, which is stored between two slices. */
  cursor: C;
  run: (input: z.output<I>, context: JobContext<z.output<C>>) => Promise<JobResult>;
};

/** Declares a job. One file under `src/features/**` in a folder `jobs`, named `<name>.server.ts`, default-exported. */
export function defineJob<I extends ZodType, C extends ZodType>(definition: JobDefinition<I, C>): JobDefinition<I, C> {
  return definition;
}
