import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { startedRun } from "#features/builder/governance/run-output.server.ts";
import { startRun } from "#features/builder/governance/start-run.server.ts";
import adminGovernance from "#features/builder/jobs/admin-governance.server.ts";

const startAdminGovernance = defineCall({
  method: "GET",
  path: "Api/AdminGovernance/Start",
  envelope: "site",
  title: { zh: "启动平台治理，同时只有一个", en: "Start the governance of the platform, or find the run under way" },
  access: superAdmin,
  guardedGet: true,
  input: z.object({}),
  output: startedRun,
  run: (_input, context) =>
    startRun(context, { definition: adminGovernance, input: {} }, { kind: "admin", objectId: null }),
});

export default startAdminGovernance;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AdminGovernance/Start": typeof startAdminGovernance;
  }
}
