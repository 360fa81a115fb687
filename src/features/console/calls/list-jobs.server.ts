import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { jobStates } from "#kit/job.ts";
import { listPlatformJobs, platformJob } from "../queues/job-list.server.ts";

const jobList = defineCall({
  method: "GET",
  path: "paas/job/list",
  envelope: "data",
  title: { zh: "查询所有空间的任务", en: "List the jobs of all spaces, newest first, without what they work on" },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({
    state: z.enum(jobStates).optional(),
    /** The id of the last job of the previous page. */
    before: z.uuid().optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(platformJob),
    /** The value of `before` for the next page; null on the last one. */
    next: z.string().nullable(),
  }),
  run: (input, { services, locale }) => listPlatformJobs(services, input, locale),
});

export default jobList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/job/list": typeof jobList;
  }
}
