import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readDataStamp } from "#records/registry/data-stamp.server.ts";
import { listJobs } from "#server/jobs/job-rows.server.ts";
import { jobView, toJobView } from "../job-view.server.ts";

const myJobs = defineCall({
  method: "GET",
  path: "Api/Job/Mine",
  envelope: "site",
  title: { zh: "获取我的任务", en: "Get my jobs: the active ones, and those that ended in the last 24 hours" },
  access: member,
  input: z.object({}),
  output: z.object({
    jobs: z.array(jobView),
    /** Differs after each change of what stored answers depend on (kit/data-stamp.ts). */
    dataStamp: z.string(),
  }),
  async run(_input, { principal, locale, services: { database, jobs } }) {
    const { tenantId, memberId } = principal;
    const [rows, dataStamp] = await Promise.all([
      listJobs((query) => database.read(tenantId, query), tenantId, memberId),
      readDataStamp(database, tenantId),
    ]);
    return { jobs: rows.map((row) => toJobView(row, jobs.definitions, locale)), dataStamp };
  },
});

export default myJobs;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Job/Mine": typeof myJobs;
  }
}
