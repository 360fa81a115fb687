import { z } from "zod";
import { deliveryProblems, deliveryStates } from "#kit/webhook.ts";

export const attemptOutput = z.strictObject({
  at: z.string(),
  status: z.int().optional(),
  problem: z.enum(deliveryProblems).optional(),
  ms: z.int(),
});

/** A line of the log of a webhook. */
export const deliveryOutput = {
  id: z.string(),
  event: z.string(),
  entity: z.string().nullable(),
  rowId: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  dueAt: z.string(),
  createdAt: z.string(),
  last: attemptOutput.nullable(),
};
