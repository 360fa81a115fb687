import { anyone } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "message",
  paths: ["message", ":themetype/message"],
  title: { zh: "提示", en: "Notice" },
  access: anyone,
  frame: "bare",
});
