import { rowAccess } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "design",
  paths: ["design/make"],
  title: { zh: "创作设计", en: "Create design" },
  access: rowAccess("editContent", "page"),
  frame: "builder",
});
