import { purgePrivateFiles } from "#server/files/private-files.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({ name: "purgePrivateFiles", everyMinutes: 10, run: runPurge(purgePrivateFiles) });
