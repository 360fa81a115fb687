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

/** The message at the end. */
export type JobResult = {
  text: Text;
  url?: string;
  /** The changes of rows of this entity can be undone for `undoMinutes`, by the id of the job. */
  undo?: { type: string };
};

export type JobContext<Cursor> = {
  jobId: string;
  tenantId: string;
  /** Who started it. */
  memberId: string;
  services: Services;
  /** Aborted when the job is cancelled or claimed by another process, or this one stops. */
  signal: AbortSignal;
  /** The cursor of an earlier attempt; undefined for a new job. */
  cursor: Cursor | undefined;
  setTotal: (steps: number) => Promise<void>;
  /** Sets the progress within a slice that takes long, which has no steps of its own. Shown four times a second at most. */
  setDone: (steps: number) => Promise<void>;
  /** Sets the description of the current stage. */
  setStage: (text: Text) => Promise<void>;
  /**
   * Runs `work` slice by slice until it returns undefined, and returns the last cursor. Each slice takes effect exactly once, even after a crash: the
   * next worker starts at the last commit. Writes outside of the transaction must be idempotent.
   */
  slices: (work: (slice: Slice<Cursor>) => Promise<Advance<Cursor> | undefined>) => Promise<Cursor | undefined>;
};

export type JobDefinition<I extends ZodType = ZodType, C extends ZodType = ZodType> = {
  /** On the wire and in the table; the file is called after it. */
  name: string;
  title: Text;
  /** Who may start it. Whoever started it may watch and cancel it. */
  access: Access;
  /** Requires a recent proof of identity. */
  stepUp?: true;
  /** One at a time per space: a second start returns the active one. */
  isSingle?: true;
  /** Identifies what the input is about. One at a time for each: a second start returns the active one. */
  keyOf?: (input: z.output<I>) => string;
  /** The entity whose list has a button that starts it without input, and the confirmation question. */
  list?: { entity: EntityType; question: Text };
  input: I;
  /** Stored between two slices. */
  cursor: C;
  run: (input: z.output<I>, context: JobContext<z.output<C>>) => Promise<JobResult>;
};

/** Declares a job. One file under `src/features/**` in a folder `jobs`, named `<name>.server.ts`, default-exported. */
export function defineJob<I extends ZodType, C extends ZodType>(definition: JobDefinition<I, C>): JobDefinition<I, C> {
  return definition;
}
