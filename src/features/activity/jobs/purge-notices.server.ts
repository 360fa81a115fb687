import { defineUpkeep, purgeAll } from "#server/jobs/define-upkeep.server.ts";
import { purgeNoticeEmails } from "#server/email/notice-email.server.ts";
import { purgeNotices } from "#server/notices/notices.server.ts";

export default defineUpkeep({
  name: "purgeNotices",
  everyMinutes: 60,
  async run({ services: { database }, signal }) {
    await purgeAll(database, signal, purgeNotices);
    await purgeAll(database, signal, purgeNoticeEmails);
  },
});
