import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { listDueWebhooks } from "../webhook-log.server.ts";
import deliverWebhook from "./deliver-webhook.server.ts";

/** Announces webhooks with due deliveries: retries, and deliveries whose announcement was lost because a process ended. */
export default defineUpkeep({
  name: "retryDeliveries",
  everyMinutes: 1,
  async run({ services }) {
    for (const webhookKey of await services.database.system(listDueWebhooks))
      await services.jobs.announce(deliverWebhook.name, webhookKey);
  },
});
