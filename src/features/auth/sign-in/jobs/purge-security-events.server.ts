import { defineUpkeep, purgeAll } from "#server/jobs/define-upkeep.server.ts";
import { shortenSources, purgeSecurityEvents } from "#server/identity/security-events.server.ts";

export default defineUpkeep({
  name: "purgeSecurityEvents",
  everyMinutes: 10,
  async run({ services: { database }, signal }) {
    await purgeAll(database, signal, purgeSecurityEvents);
    await purgeAll(database, signal, shortenSources);
  },
});
