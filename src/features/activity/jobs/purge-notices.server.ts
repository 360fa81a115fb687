import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeNotices } from "#server/notices/notices.server.ts";

export default defineUpkeep({
  name: "purgeNotices",
  everyMinutes: 60,
  run: runPurge(purgeNotices),
});
