import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "role",
  title: { zh: "角色", en: "Roles" },
  menu: [{ menu: "management", group: "space", after: "member", icon: "shield", isSecondary: true }],
});
