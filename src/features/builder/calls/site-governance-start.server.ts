import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refuseOtherSite, startedRun } from "#features/builder/governance/run-output.server.ts";
import { startRun } from "#features/builder/governance/start-run.server.ts";
import siteGovernance from "#features/builder/jobs/site-governance.server.ts";

const startSiteGovernance = defineCall({
  method: "GET",
  path: "Api/SiteGovernance/Start",
  envelope: "site",
  title: { zh: "启动网站治理，同时只有一个", en: "Start the governance of the site, or find the run under way" },
  access: administrator,
  guardedGet: true,
  input: z.object({ siteId: z.uuid() }),
  output: startedRun,
  async run({ siteId }, context) {
    const { principal, services } = context;
    await refuseOtherSite((query) => services.database.read(principal.tenantId, query), principal.tenantId, siteId);
    return startRun(context, { definition: siteGovernance, input: {} }, { kind: "site", objectId: null });
  },
});

export default startSiteGovernance;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteGovernance/Start": typeof startSiteGovernance;
  }
}
