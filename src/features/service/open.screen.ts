import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "open-package",
  paths: ["service/open"],
  title: { zh: "开通套餐", en: "Activate a plan" },
  access: member,
  frame: "management",
  menu: [{ menu: "service", group: "services", after: "serviceOpening", icon: "card" }],
  leadsToSignUp: true,
});
