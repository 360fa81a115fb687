import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The editor of a configuration form, in place of the generated form. */
export default defineScreen({
  id: "configurationForm",
  paths: areas.flatMap((area) => ["add", "edit"].map((screen) => `${area}/configForm/${screen}`)),
  title: { zh: "配置表单", en: "Configuration form" },
  access: administrator,
  frame: "management",
  first: "auto",
});
