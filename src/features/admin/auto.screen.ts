import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "auto",
  paths: [
    ...areas.filter((area) => area !== "service").map((area) => `${area}/*`),
    // Not `service/*`: all other paths under /service are test pages (S-045).
    "service/:type/list",
  ],
  title: { zh: "数据", en: "Data" },
  access: member,
  frame: "management",
  first: "auto",
});
