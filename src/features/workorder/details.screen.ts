import { rowAccess } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "work",
  paths: areas.map((area) => `${area}/paasWork/details`),
  title: { zh: "工单详情", en: "Work order" },
  access: rowAccess("read", "paasWork"),
  frame: "management",
  crumb: { under: "paasWork" },
});
