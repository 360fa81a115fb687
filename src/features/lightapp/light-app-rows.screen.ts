import { administrator } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

/** Leads from a light app to the list of its records, whose address has its type. */
export default defineScreen({
  id: "lightAppRows",
  paths: areas.map((area) => `${area}/lightApp/rows`),
  title: { zh: "轻应用数据", en: "Light app records" },
  access: administrator,
  frame: "management",
  crumb: { under: "lightApp" },
});
