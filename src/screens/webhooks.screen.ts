import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "webhook",
  title: { zh: "Webhook", en: "Webhooks" },
  menu: [{ menu: "management", group: "space", after: "apiKey", icon: "webhook", isSecondary: true }],
  component: "screens/webhooks",
});
