import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeSessions } from "#server/identity/sessions.server.ts";

export default defineUpkeep({
  name: "purgeSessions",
  everyMinutes: 10,
  run: runPurge(purgeSessions),
});
