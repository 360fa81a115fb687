import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "ai",
  paths: ["paas/ai"],
  title: { zh: "AI 助手", en: "AI assistant" },
  access: member,
  frame: "management",
  menu: [{ menu: "management", group: "content", after: "storageFile", icon: "sparkles", isSecondary: true }],
});
