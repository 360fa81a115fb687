import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "auto",
  paths: [
    ...areas.filter((area) => area !== "service").map((area) => `${area}/*`),
    // Everything else under /service is a test page.
    "service/:type/list",
  ],
  title: { zh: "数据", en: "Data" },
  access: member,
  frame: "management",
  first: "auto",
});
