import { closeCancelledAccounts } from "#features/auth/session/account.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "endCancelled",
  everyMinutes: 10,
  run: ({ services }) => services.database.system(closeCancelledAccounts),
});
