import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "entrance",
  paths: ["admin/login/:sign"],
  title: { zh: "管理后台登录", en: "Admin sign-in" },
  access: anyone,
  frame: "bare",
});
