import { rowAccess } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "enquiry",
  paths: areas.map((area) => `${area}/contactMessage/edit`),
  title: { zh: "留言", en: "Enquiry" },
  access: rowAccess("read", "contactMessage"),
  frame: "management",
  crumb: { under: "contactMessage", name: { zh: "编辑", en: "Edit" } },
});
