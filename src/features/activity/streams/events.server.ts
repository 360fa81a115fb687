import { EventEmitter, once } from "node:events";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { isSame } from "#kit/same.ts";
import { defineStream } from "#kit/stream.ts";
import { jobsTag, listJobs } from "#server/jobs/job-rows.server.ts";
import { jobView, type JobView, toJobView } from "../job-view.server.ts";

/** Jobs are read again after this time, in case a notification got lost. */
const sessionCheckInterval = seconds(5);

export default defineStream({
  path: "Api/Job/Events",
  title: { zh: "订阅任务进度", en: "Follow my jobs: all of them, whenever one changes" },
  output: z.object({ jobs: z.array(jobView) }),
  async *open({ who: { tenantId, memberId }, locale, services: { database, jobs }, signal }) {
    const signs = new EventEmitter();
    const tag = jobsTag(memberId);
    const unsubscribe = database.onChanged((tags) => {
      if (tags.includes(tag) || tags.includes("*")) signs.emit("sign");
    });
    let lastJobs: JobView[] | undefined;
    try {
      while (!signal.aborted) {
        const sign = once(signs, "sign", {
          signal: AbortSignal.any([signal, AbortSignal.timeout(sessionCheckInterval)]),
        });
        sign.catch(() => undefined);
        const rows = await listJobs((query) => database.read(tenantId, query), tenantId, memberId);
        const found = rows.map((row) => toJobView(row, jobs.definitions, locale));
        if (!isSame(found, lastJobs)) yield { jobs: found };
        lastJobs = found;
        await sign.catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
