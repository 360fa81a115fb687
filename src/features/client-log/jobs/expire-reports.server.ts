import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { expireReports } from "../client-log.server.ts";

export default defineUpkeep({
  name: "expireReports",
  everyMinutes: 60,
  run: runPurge(expireReports),
});
