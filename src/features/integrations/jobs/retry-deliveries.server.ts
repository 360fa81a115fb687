import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { dueWebhooks } from "../webhook-log.server.ts";
import deliverWebhook from "./deliver-webhook.server.ts";

/** Queues deliveries whose retry is due, and those whose announcement was lost because a process ended. */
export default defineUpkeep({
  name: "retryDeliveries",
  everyMinutes: 1,
  async run({ services }) {
    for (const hook of await services.database.system(dueWebhooks))
      await services.jobs.announce(deliverWebhook.name, hook);
  },
});
