import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeAttempts } from "#server/identity/attempts.server.ts";

export default defineUpkeep({
  name: "purgeAttempts",
  everyMinutes: 10,
  run: runPurge(purgeAttempts),
});
