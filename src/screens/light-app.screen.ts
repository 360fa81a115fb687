import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The editor of a light app, in place of the generated form. */
export default defineScreen({
  id: "lightAppEditor",
  paths: areas.flatMap((area) => ["add", "edit"].map((screen) => `${area}/lightApp/${screen}`)),
  title: { zh: "编辑轻应用", en: "Edit light app" },
  access: administrator,
  frame: "management",
  first: "auto",
});
