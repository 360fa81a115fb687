import { z } from "zod";
import { deliveryProblems, deliveryStates } from "#kit/webhook.ts";

/** An attempt at a delivery: when it began, the HTTP status or the problem, and its duration in ms. */
export const attemptOutput = z.strictObject({
  at: z.string(),
  status: z.int().optional(),
  problem: z.enum(deliveryProblems).optional(),
  ms: z.int(),
});

/** A delivery in the list of a webhook. */
export const deliveryOutput = {
  id: z.string(),
  event: z.string(),
  entity: z.string().nullable(),
  rowId: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  dueAt: z.string(),
  createdAt: z.string(),
  /** The latest attempt; null before the first. */
  last: attemptOutput.nullable(),
};
