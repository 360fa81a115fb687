import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import publishLightApps from "../jobs/publish-light-apps.server.ts";

const publishApp = defineCall({
  method: "GET",
  path: "Api/Publish/App",
  envelope: "site",
  title: {
    zh: "发布应用：启动任务，发布指定的或全部有修改的轻应用",
    en: "Publish applications: starts a job that publishes one light app, or all with unpublished changes",
  },
  access: administrator,
  guardedGet: true,
  stepUp: true,
  input: z.object({
    /** The id of a light app; without it, all that were published before and have changed since. */
    appId: z.uuid().optional(),
  }),
  output: z.object({ ok: z.literal(true), jobId: z.uuid() }),
  async run({ appId }, { principal, services, locale }) {
    const input = { locale, ...(appId === undefined ? {} : { appId }) };
    const jobId = await services.database.tenant(principal.tenantId, (tx) =>
      services.jobs.start(tx, { definition: publishLightApps, input, principal }),
    );
    return { ok: true as const, jobId };
  },
});

export default publishApp;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Publish/App": typeof publishApp;
  }
}
