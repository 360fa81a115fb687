import type { AutoColumn } from "./auto.ts";
import type { Filter } from "./filter.ts";

/** What is done with many rows at once. */
export const batchVerbs = ["update", "delete"] as const;
export type BatchVerb = (typeof batchVerbs)[number];

/** So many rows are changed at once, in one transaction; more are a job. */
export const maxAtOnce = 2000;
/** A job changes so many rows at most. */
export const maxBatch = 100_000;

/** All rows of a list that its search form and its advanced search find. */
export type Selection = { fields?: Record<string, unknown> | undefined; filter?: Filter | undefined };

/** Why some of the rows stay as they are. */
export type BatchRefusal = { reason: string; count: number; names: string[] };

/** What would happen to the rows of a selection. */
export type BatchPreview = {
  /** Rows that the selection finds. */
  count: number;
  /** Tells these rows in these versions from all others: whoever goes ahead says it. */
  stamp: string;
  /** Rows that would be changed. */
  possible: number;
  refusals: BatchRefusal[];
  /** What some of the rows that would be changed are called. */
  names: string[];
  /** The fields that this person may set. */
  columns: AutoColumn[];
};
