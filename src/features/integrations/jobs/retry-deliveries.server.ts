import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { dueWebhooks } from "../webhook-log.server.ts";
import deliverWebhook from "./deliver-webhook.server.ts";

/** Has deliveries tried again whose time has come, and those whose announcement was lost with the process that made it. */
export default defineUpkeep({
  name: "retryDeliveries",
  everyMinutes: 1,
  async run({ services }) {
    for (const hook of await services.database.system(dueWebhooks))
      await services.jobs.announce(deliverWebhook.name, hook);
  },
});
