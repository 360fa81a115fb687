import { anyone } from "#kit/access.ts";
import { areas } from "#kit/app-pages.ts";
import { defineScreen } from "#kit/screen.ts";
import { themeTypes } from "#kit/theme-type.ts";

const layoutNames = [...new Set([...areas, ...themeTypes])];

export default defineScreen({
  id: "message",
  paths: ["message", ...layoutNames.map((name) => `${name}/message`)],
  // Sites may have pages below the name of a theme type, such as /store/berlin.
  isExact: true,
  title: { zh: "提示", en: "Notice" },
  access: anyone,
  frame: "bare",
});
