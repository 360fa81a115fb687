import { administrator } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "governance",
  paths: ["paas/governance", "design/governance"],
  title: { zh: "数据治理", en: "Governance" },
  access: administrator,
  frame: "management",
  menu: [{ menu: "management", group: "website", after: "page", icon: "checks", isSecondary: true }],
});
