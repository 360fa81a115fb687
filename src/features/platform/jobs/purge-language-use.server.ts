import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeLanguageUse } from "#server/language/budget.server.ts";

export default defineUpkeep({
  name: "purgeLanguageUse",
  everyMinutes: 60,
  run: runPurge(purgeLanguageUse),
});
