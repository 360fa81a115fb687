import { administrator } from "#kit/access.ts";
import { definePageAction } from "#kit/page-action.ts";

export default definePageAction({
  id: "publishAllPages",
  name: { zh: "发布全部页面", en: "Publish all pages" },
  call: "POST Api/Job/Start",
  input: { name: "publishAll" },
  apiType: 2,
  access: administrator,
  done: { zh: "正在发布，进度见通知", en: "Publishing. Follow the progress in your notifications." },
});
