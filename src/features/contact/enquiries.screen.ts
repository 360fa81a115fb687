import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "contactMessage",
  title: { zh: "留言", en: "Enquiries" },
  menu: [{ menu: "management", group: "content", after: "contract", icon: "mail", isCountedOnHome: true }],
});
