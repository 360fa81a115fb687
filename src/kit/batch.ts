import type { AutoColumn } from "./auto.ts";
import type { Filter } from "./filter.ts";

/** Operations on many rows at once. */
export const batchVerbs = ["update", "delete", "command"] as const;
export type BatchVerb = (typeof batchVerbs)[number];

/** Up to this many rows are changed at once, in one transaction; more become a job. */
export const maxAtOnce = 2000;
/** The maximum number of rows of a job. */
export const maxBatch = 100_000;

/** All rows of a list that its search form and its advanced search find. */
export type Selection = { fields?: Record<string, unknown> | undefined; filter?: Filter | undefined };

/** Why some of the rows would not change. */
export type BatchRefusal = { reason: string; count: number; names: string[] };

/** The effect that a batch operation would have. */
export type BatchPreview = {
  /** Rows that the selection finds. */
  count: number;
  /** Identifies exactly these rows in these versions. Sent with the confirmation, so that what runs is what was previewed. */
  stamp: string;
  /** Rows that would be changed. */
  possible: number;
  refusals: BatchRefusal[];
  /** What some of the rows that would be changed are called. */
  names: string[];
  /** Fields that this person may set. */
  columns: AutoColumn[];
};
