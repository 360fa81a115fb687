import { EventEmitter, once } from "node:events";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { defineStream } from "#kit/stream.ts";
import { readDataStamp, stampTags } from "#records/registry/data-stamp.server.ts";
import { jobsTag, listJobs } from "#server/jobs/job-rows.server.ts";
import { readNoticeState, noticesTag } from "#server/notices/notices.server.ts";
import { jobView, toJobView } from "../job-view.server.ts";

/** The stream repeats the state at this interval: as a heartbeat, and in case a database notification was lost. */
const repeatInterval = seconds(15);

export default defineStream({
  path: "Api/Job/Events",
  title: {
    zh: "订阅任务进度与通知",
    en: "Follow my jobs and notifications: on every change, sends my jobs, the number of unread notifications and the stamp of the space’s configuration",
  },
  output: z.object({
    jobs: z.array(jobView),
    /** The number of unread notices, and when a notice was last added or read. */
    notices: z.object({ unread: z.number(), changedAt: z.string().nullable() }),
    /** Differs after each change of what stored answers depend on. */
    dataStamp: z.string(),
  }),
  async *open({ principal, locale, services: { database, jobs }, signal }) {
    const { tenantId, memberId } = principal;
    const changes = new EventEmitter();
    // "*": changes may have been missed.
    const followedTags = new Set([jobsTag(memberId), noticesTag(memberId), ...stampTags(tenantId), "*"]);
    const unsubscribe = database.onChanged((tags) => {
      if (tags.some((tag) => followedTags.has(tag))) changes.emit("change");
    });
    const read = <R>(query: Parameters<typeof database.read>[1]) => database.read<R>(tenantId, query);
    try {
      while (!signal.aborted) {
        const nextChange = once(changes, "change", {
          signal: AbortSignal.any([signal, AbortSignal.timeout(repeatInterval)]),
        });
        // Rejects on timeout or abort, possibly before it is awaited below.
        nextChange.catch(() => undefined);
        const [rows, notices, dataStamp] = await Promise.all([
          listJobs(read, tenantId, memberId),
          readNoticeState(read, principal),
          readDataStamp(database, tenantId),
        ]);
        yield { jobs: rows.map((row) => toJobView(row, jobs.definitions, locale)), notices, dataStamp };
        await nextChange.catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  },
});
