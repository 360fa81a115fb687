import { purgeFontSubsets } from "#records/files/font-subsets.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({ name: "purgeFontSubsets", everyMinutes: 60, run: runPurge(purgeFontSubsets) });
