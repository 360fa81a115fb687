import { closeDueAccounts } from "#features/auth/session/account.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  // Closes accounts. The database has this name in `upkeep_run`, so it stays.
  name: "endCancelled",
  everyMinutes: 10,
  run: ({ services }) => services.database.system(closeDueAccounts),
});
