import { purgeRequests } from "#server/http/idempotency.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeRequests",
  everyMinutes: 10,
  run: runPurge(purgeRequests),
});
