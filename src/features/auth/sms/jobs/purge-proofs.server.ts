import { purgeProofs } from "#features/auth/sms/proof-of-work.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeProofs",
  everyMinutes: 10,
  run: runPurge(purgeProofs),
});
