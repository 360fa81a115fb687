import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "test-page",
  paths: ["service/*"],
  title: { zh: "测试页", en: "Test page" },
  access: member,
  frame: "management",
});
