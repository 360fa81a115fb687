import { megabytes } from "#kit/format.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";
import { fileIdsIn } from "../site-facts.server.ts";

/** Bytes of the stored files that a page names, in their own size. */
const budget = megabytes(3);
const text = {
  zh: "页面文件共 {size}，建议不超过 {budget}",
  en: "Its files have {size}. {budget} or less load quickly.",
};

export default defineCheck({
  id: "heavy-pages",
  kinds: ["site"],
  title: { zh: "页面过大", en: "Heavy pages" },
  advice: {
    zh: "在手机网络下打开较慢。请减少图片，或上传较小的图片和视频。",
    en: "They open slowly on a mobile network. Remove images, or upload smaller images and videos.",
  },
  severity: "warning",
  inPage({ page }, { files }) {
    const bytes = fileIdsIn(JSON.stringify(page.records)).reduce((sum, id) => sum + (files.get(id)?.bytes ?? 0), 0);
    if (bytes <= budget) return [];
    return [{ key: "weight", text: formatText(text, { size: fileSize(bytes), budget: fileSize(budget) }) }];
  },
});
