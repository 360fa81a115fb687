import { purgeRequests } from "#server/http/idempotency.server.ts";
import { defineUpkeep, purges } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeRequests",
  everyMinutes: 10,
  run: purges(purgeRequests),
});
