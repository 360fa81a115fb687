import { defineErrand } from "#server/jobs/define-errand.server.ts";
import { webhookOfDeliveriesTag } from "#server/postgres/tags.server.ts";
import { deliverWebhook } from "../deliver-webhook.server.ts";

export default defineErrand({
  name: "deliverWebhook",
  targetOf: webhookOfDeliveriesTag,
  work: (webhookKey, { services, signal }) => deliverWebhook(webhookKey, services, signal),
});
