import { megabytes } from "#kit/format.ts";
import type { PageDocument } from "#kit/page.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";
import { fileIdsIn } from "../site-facts.server.ts";

/** Bytes of the stored files that a page names, in their own size, and of the characters that it has of the theme's fonts. */
const budget = megabytes(3);

/** The settings that components show as headings. */
const headingNames = /^(?:heading|title|name)$/;

/** Characters in the texts of a page: all of them, or those of headings. */
function countCharacters(page: PageDocument, isHeading: boolean): number {
  const characters = new Set<string>();
  function visit(value: unknown, isCounted: boolean): void {
    if (typeof value === "string" && isCounted) for (const character of value) characters.add(character);
    if (typeof value !== "object" || value === null) return;
    for (const [name, item] of Object.entries(value)) visit(item, isCounted || headingNames.test(name));
  }
  for (const record of Object.values(page.records)) if ("value" in record) visit(record.value, !isHeading);
  return characters.size;
}
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
  inPage({ page }, { files, fonts }) {
    const ofFiles = fileIdsIn(JSON.stringify(page.records)).map((id) => files.get(id)?.bytes ?? 0);
    const ofFonts = fonts.map(
      ({ role, bytesPerCharacter }) => countCharacters(page, role === "heading") * bytesPerCharacter,
    );
    const bytes = Math.round([...ofFiles, ...ofFonts].reduce((sum, size) => sum + size, 0));
    if (bytes <= budget) return [];
    return [{ key: "weight", text: formatText(text, { size: fileSize(bytes), budget: fileSize(budget) }) }];
  },
});
