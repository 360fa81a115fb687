import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The editor of a data view, in place of the generated form. */
export default defineScreen({
  id: "dataViewEditor",
  paths: areas.flatMap((area) => ["add", "edit"].map((screen) => `${area}/collectData/${screen}`)),
  title: { zh: "数据视图", en: "Data view" },
  access: administrator,
  frame: "management",
  first: "auto",
});
