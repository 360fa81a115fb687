import { defineUpkeep, purges } from "#server/jobs/define-upkeep.server.ts";
import { purgeNotices } from "#server/notices/notices.server.ts";

export default defineUpkeep({
  name: "purgeNotices",
  everyMinutes: 60,
  run: purges(purgeNotices),
});
