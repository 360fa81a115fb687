import { purgeCodes } from "#features/auth/sms/sms-code.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeCodes",
  everyMinutes: 10,
  run: runPurge(purgeCodes),
});
