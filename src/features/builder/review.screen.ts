import { superAdmin } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "review",
  paths: ["paas/review"],
  title: { zh: "市场审核", en: "Market review" },
  access: superAdmin,
  frame: "management",
  menu: [{ menu: "management", group: "platform", after: "sms", icon: "stamp" }],
});
