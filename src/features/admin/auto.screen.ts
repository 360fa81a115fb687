import { member } from "#kit/access.ts";
import { areas, sharedAreas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "auto",
  paths: [
    ...areas.filter((area) => area !== "service" && !sharedAreas.includes(area)).map((area) => `${area}/*`),
    // Not `service/*`: all other paths under /service are test pages (S-045). Those in shared areas are of sites.
    ...["service", ...sharedAreas].map((area) => `${area}/:type/list`),
  ],
  title: { zh: "数据", en: "Data" },
  access: member,
  frame: "management",
  first: "auto",
});
