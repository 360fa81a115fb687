import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/**
 * The index page, the report and the records over time of a type (S-056, S-057, S-059); `show` leads from a row of auto pages to its page. All other paths under /service are test
 * pages (S-045).
 */
export default defineScreen({
  id: "autoPageView",
  paths: areas.flatMap((area) =>
    area === "service"
      ? []
      : ["autoPage/show", ":type/index", ":type/report", ":type/time"].map((path) => `${area}/${path}`),
  ),
  title: { zh: "自动页面", en: "Auto page" },
  access: member,
  frame: "management",
});
