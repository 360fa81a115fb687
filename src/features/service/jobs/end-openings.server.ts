import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { expireOpenings } from "../open.server.ts";

export default defineUpkeep({
  name: "endOpenings",
  everyMinutes: 1,
  run: runPurge(expireOpenings),
});
