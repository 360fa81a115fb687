import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "space",
  paths: ["paas/spaces/detail"],
  title: { zh: "空间详情", en: "Space" },
  access: superAdmin,
  frame: "management",
  crumb: { under: "spaces" },
});
