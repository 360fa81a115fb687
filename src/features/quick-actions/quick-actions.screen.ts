import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "quickAction",
  title: { zh: "快捷操作", en: "Quick actions" },
  menu: [{ menu: "management", group: "space", after: "webhook", icon: "zap", isSecondary: true }],
});
