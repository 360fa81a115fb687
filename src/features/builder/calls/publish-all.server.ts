import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import publishAllJob from "#features/builder/jobs/publish-all.server.ts";

const publishAll = defineCall({
  method: "POST",
  path: "Api/Java/PublishAll",
  envelope: "site",
  title: {
    zh: "发布全部：启动任务，发布所有有未发布修改的页面",
    en: "Publish everything: starts the job that publishes every page with unpublished changes",
  },
  access: administrator,
  stepUp: true,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    /** The job, to follow its progress; the one that is under way, if there is one. */
    jobId: z.uuid(),
  }),
  async run(_input, { principal, services }) {
    const jobId = await services.database.tenant(principal.tenantId, (tx) =>
      services.jobs.start(tx, { definition: publishAllJob, input: {}, principal }),
    );
    return { ok: true as const, jobId };
  },
});

export default publishAll;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Java/PublishAll": typeof publishAll;
  }
}
