import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "webhookDeliveries",
  paths: areas.map((area) => `${area}/webhook/deliveries`),
  title: { zh: "推送记录", en: "Deliveries" },
  access: administrator,
  frame: "management",
  crumb: { under: "webhook" },
});
