import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** The forms of the admin area, and records to read. Lists are a screen of their own, so that neither screen loads the other's code. */
export default defineScreen({
  id: "autoForm",
  paths: areas.flatMap((area) => ["add", "edit", "preview"].map((screen) => `${area}/:type/${screen}`)),
  title: { zh: "编辑数据", en: "Edit data" },
  access: member,
  frame: "management",
  first: "auto",
});
