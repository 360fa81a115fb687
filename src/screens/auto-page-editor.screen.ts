import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The editor of an auto page, in place of the generated form. */
export default defineScreen({
  id: "autoPageEditor",
  paths: areas.flatMap((area) => ["add", "edit"].map((screen) => `${area}/autoPage/${screen}`)),
  title: { zh: "自动页面", en: "Auto page" },
  access: administrator,
  frame: "management",
  first: "auto",
});
