import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";
import { defaultThemeFilter } from "#kit/theme-type.ts";

export default defineScreen({
  id: "entrance",
  paths: ["admin/login/:sign"],
  title: { zh: "管理后台登录", en: "Admin sign-in" },
  access: anyone,
  frame: "bare",
  // Nobody is signed in there, although the address is that of the admin area.
  route: { filter: defaultThemeFilter },
});
