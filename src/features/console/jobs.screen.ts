import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "platformJobs",
  paths: ["paas/jobs"],
  title: { zh: "任务与队列", en: "Jobs and queues" },
  access: superAdmin,
  frame: "management",
  menu: [{ menu: "management", group: "platform", after: "spaces", icon: "timer" }],
});
