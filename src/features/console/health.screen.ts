import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "platformHealth",
  paths: ["paas/health"],
  title: { zh: "运行状态", en: "System health" },
  access: superAdmin,
  frame: "management",
  menu: [{ menu: "management", group: "platform", after: "platformJobs", icon: "activity" }],
});
