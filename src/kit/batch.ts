import type { AutoColumn } from "./auto.ts";
import type { Filter } from "./filter.ts";

/** Operations on many rows at once. */
export const batchVerbs = ["update", "delete", "command"] as const;
export type BatchVerb = (typeof batchVerbs)[number];

/** Up to this many rows are changed in one transaction while the person waits; a job changes more. */
export const maxDirectBatchRows = 2000;
/** The maximum number of rows of a job. */
export const maxBatchRows = 100_000;

/** All rows of a list that match its search form (`fields`) and its advanced search (`filter`). */
export type Selection = { fields?: Record<string, unknown> | undefined; filter?: Filter | undefined };

/** A reason for which some of the rows would not change: their number, and the titles of the first. */
export type BatchRefusal = { reason: string; count: number; names: string[] };

/** The effect that a batch operation would have. */
export type BatchPreview = {
  /** Rows that the selection finds. */
  count: number;
  /** Identifies exactly these rows in these versions. Sent with the confirmation, so that only what was previewed is carried out. */
  stamp: string;
  /** Rows that would be changed, including those that were not checked. */
  possible: number;
  /** Rows that the preview has not checked, because there are too many: some of them may stay unchanged. */
  unchecked: number;
  refusals: BatchRefusal[];
  /** What a deletion does to the records that refer to the rows, in words. */
  effects: string[];
  /** The titles of the first rows that would be changed. */
  names: string[];
  /** Fields that this person may set. */
  columns: AutoColumn[];
};
