import { defineUpkeep, purgeAll } from "#server/jobs/define-upkeep.server.ts";
import { expireMessages, purgeMessages } from "#server/outbox/purge-messages.server.ts";

export default defineUpkeep({
  name: "purgeMessages",
  everyMinutes: 10,
  async run({ services: { database }, signal }) {
    await purgeAll(database, signal, expireMessages);
    await purgeAll(database, signal, purgeMessages);
  },
});
