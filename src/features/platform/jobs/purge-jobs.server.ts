import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeJobs } from "#server/jobs/job-rows.server.ts";

export default defineUpkeep({
  name: "purgeJobs",
  everyMinutes: 60,
  run: runPurge(purgeJobs),
});
