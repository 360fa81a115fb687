import { z } from "zod";
import { siteHostProblems, siteHostStates } from "#kit/site-host.ts";

/** A custom domain on the wire. */
export const siteHostOutput = z.object({
  id: z.string(),
  host: z.string(),
  state: z.enum(siteHostStates),
  problem: z.enum(siteHostProblems).nullable(),
  checkedAt: z.string().nullable(),
  record: z.object({ name: z.string(), value: z.string() }),
});
