import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "wiki",
  title: { zh: "文档", en: "Documentation" },
  menu: [{ menu: "management", group: "content", after: "news", icon: "book", isSecondary: true }],
});
