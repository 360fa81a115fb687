import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "trash",
  paths: ["paas/trash"],
  title: { zh: "回收站", en: "Trash" },
  access: member,
  frame: "management",
  menu: [{ menu: "management", group: "space", after: "audit", icon: "trash", isSecondary: true }],
});
