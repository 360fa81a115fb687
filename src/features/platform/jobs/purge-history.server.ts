import { purgeHistory } from "#records/change/history.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeHistory",
  everyMinutes: 60,
  run: runPurge(purgeHistory),
});
