import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeImportRows } from "../import-store.server.ts";

export default defineUpkeep({
  name: "purgeImportRows",
  everyMinutes: 60,
  run: runPurge(purgeImportRows),
});
