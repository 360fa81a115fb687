import { defineListScreen } from "#kit/screen.ts";

export default defineListScreen({
  type: "contract",
  title: { zh: "协议", en: "Agreements" },
  menu: [{ menu: "management", group: "content", after: "wiki", icon: "scale", isSecondary: true }],
});
