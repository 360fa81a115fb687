import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The import of a list. A screen of its own, so that lists do not load its code. */
export default defineScreen({
  id: "autoImport",
  paths: areas.map((area) => `${area}/:type/import`),
  title: { zh: "导入", en: "Import" },
  access: member,
  frame: "management",
});
