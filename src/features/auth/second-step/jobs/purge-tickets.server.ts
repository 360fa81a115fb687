import { purgeTickets } from "#features/auth/session/step-ticket.server.ts";
import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "purgeTickets",
  everyMinutes: 10,
  run: runPurge(purgeTickets),
});
