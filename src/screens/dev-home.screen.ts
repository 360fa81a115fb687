import { administrator } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "devHome",
  paths: ["dev/index"],
  redirects: ["dev"],
  title: { zh: "开发", en: "Development" },
  access: administrator,
  frame: "management",
  menu: [
    {
      menu: "management",
      group: "space",
      after: "webhook",
      icon: "code",
      isSecondary: true,
    },
  ],
});
