import { defineErrand } from "#server/jobs/define-errand.server.ts";
import { webhookOfDeliveries } from "#server/postgres/tags.server.ts";
import { deliverWebhook } from "../deliver-webhook.server.ts";

export default defineErrand({
  name: "deliverWebhook",
  targetOf: webhookOfDeliveries,
  work: (webhookKey, { services, signal }) => deliverWebhook(webhookKey, services, signal),
});
