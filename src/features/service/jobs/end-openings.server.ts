import { expireOpenings } from "#features/service/open.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "endOpenings",
  everyMinutes: 1,
  run: runPurge(expireOpenings),
});
