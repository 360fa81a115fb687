import { member } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "configuration",
  paths: areas.flatMap((area) => ["edit", "add"].map((screen) => `${area}/AutoConfig/${screen}`)),
  title: { zh: "配置", en: "Configuration" },
  access: member,
  frame: "management",
  first: "auto",
});
