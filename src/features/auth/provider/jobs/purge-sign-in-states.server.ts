import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeStates } from "../provider-sign-in.server.ts";

export default defineUpkeep({
  name: "purgeSignInStates",
  everyMinutes: 10,
  run: runPurge(purgeStates),
});
