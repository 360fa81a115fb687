import { administrator } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "audit",
  paths: ["paas/audit"],
  title: { zh: "操作日志", en: "Audit log" },
  access: administrator,
  frame: "management",
  menu: [{ menu: "management", group: "space", after: "role", icon: "history", isSecondary: true }],
});
