import { defineUpkeep, runPurge } from "#server/jobs/define-upkeep.server.ts";
import { purgeDeliveries } from "../webhook-log.server.ts";

export default defineUpkeep({ name: "purgeDeliveries", everyMinutes: 60, run: runPurge(purgeDeliveries) });
