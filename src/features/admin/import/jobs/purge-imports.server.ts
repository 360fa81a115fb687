import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeImports } from "../import-store.server.ts";

export default defineUpkeep({
  name: "purgeImports",
  everyMinutes: 60,
  run: runPurge(purgeImports),
});
