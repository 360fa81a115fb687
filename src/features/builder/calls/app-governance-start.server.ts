import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { refuseOtherSite, startedRun } from "#features/builder/governance/run-output.server.ts";
import { startRun } from "#features/builder/governance/start-run.server.ts";
import appGovernance from "#features/builder/jobs/app-governance.server.ts";

const startAppGovernance = defineCall({
  method: "POST",
  path: "Api/AppGovernance/Start",
  envelope: "site",
  title: {
    zh: "启动轻应用治理，每个应用同时只有一个",
    en: "Start the governance of a published light app, or find the run under way",
  },
  access: administrator,
  input: z.object({ siteId: z.uuid(), appId: z.uuid() }),
  output: startedRun,
  async run({ siteId, appId }, context) {
    const { principal, services, entities } = context;
    await refuseOtherSite((query) => services.database.read(principal.tenantId, query), principal.tenantId, siteId);
    if (!entities.all.some(({ stored }) => stored?.id === appId)) throw new Problem("notFound", notFoundText);
    return startRun(context, { definition: appGovernance, input: { appId } }, { kind: "app", objectId: appId });
  },
});

export default startAppGovernance;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/AppGovernance/Start": typeof startAppGovernance;
  }
}
