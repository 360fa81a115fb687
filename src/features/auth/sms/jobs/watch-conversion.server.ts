import { conversionUpkeepName, watchConversion } from "#features/auth/sms/sms-conversion.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: conversionUpkeepName,
  everyMinutes: 1,
  run: ({ services, state }) => watchConversion(services, state),
});
