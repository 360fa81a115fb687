import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "member",
  title: { zh: "成员", en: "Members" },
  menu: [{ menu: "management", group: "space", icon: "users", isCountedOnHome: true }],
});
