import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "apiKey",
  title: { zh: "API 密钥", en: "API keys" },
  menu: [{ menu: "management", group: "space", after: "role", icon: "key", isSecondary: true }],
  component: "screens/api-keys",
});
