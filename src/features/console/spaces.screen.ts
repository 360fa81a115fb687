import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "spaces",
  paths: ["paas/spaces"],
  title: { zh: "空间管理", en: "Spaces" },
  access: superAdmin,
  frame: "management",
  menu: [{ menu: "management", group: "platform", after: "review", icon: "boxes" }],
});
