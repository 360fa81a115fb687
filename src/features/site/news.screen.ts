import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "news",
  title: { zh: "新闻", en: "News" },
  menu: [{ menu: "management", group: "content", icon: "newspaper", isCountedOnHome: true }],
});
