import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "roleView",
  paths: ["paas/role/view"],
  title: { zh: "以角色查看", en: "View as role" },
  // During a view as a role, an administrator has the rights of a member. The call refuses other members.
  access: member,
  frame: "management",
  crumb: { under: "role" },
});
