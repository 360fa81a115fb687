import { defineUpkeep, purges } from "#server/jobs/define-upkeep.server.ts";
import { purgeJobs } from "#server/jobs/job-rows.server.ts";

export default defineUpkeep({
  name: "purgeJobs",
  everyMinutes: 60,
  run: purges(purgeJobs),
});
