import { purgeCodes } from "#features/auth/sms/sms-code.server.ts";
import { defineUpkeep, purges } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeCodes",
  everyMinutes: 10,
  run: purges(purgeCodes),
});
