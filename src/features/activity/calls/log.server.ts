import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { localize } from "#kit/text.ts";
import { readJobLog } from "#server/jobs/job-rows.server.ts";
import { jobNotFound } from "../job-view.server.ts";

const log = defineCall({
  method: "GET",
  path: "Api/Job/Log",
  envelope: "site",
  title: { zh: "获取任务日志", en: "Get the log of one of my jobs" },
  access: member,
  input: z.object({ id: z.uuid() }),
  output: z.object({
    lines: z.array(
      // `number`: the position of the line in the log, from 1.
      z.object({ number: z.number(), at: z.string(), level: z.enum(["info", "warning"]), text: z.string() }),
    ),
    /** The number of lines that were not stored because the log was full. */
    omitted: z.number(),
  }),
  async run({ id }, { principal, locale, services }) {
    const { tenantId, memberId } = principal;
    const jobLog = await services.database.tenant(tenantId, (tx) => readJobLog(tx, { id, memberId }));
    if (jobLog === undefined) throw new Problem("notFound", jobNotFound);
    return localize(jobLog, locale);
  },
});

export default log;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Job/Log": typeof log;
  }
}
