import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "clientLog",
  title: { zh: "客户端日志", en: "Client logs" },
  menu: [{ menu: "management", group: "space", after: "audit", icon: "monitor", isSecondary: true }],
});
