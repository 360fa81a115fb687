import { closeDueAccounts } from "#features/auth/session/account.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  // Closes due accounts. The name must not change, because the table `upkeep_run` contains it.
  name: "endCancelled",
  everyMinutes: 10,
  run: ({ services }) => services.database.system(closeDueAccounts),
});
