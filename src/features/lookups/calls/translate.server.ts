import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { hasHan } from "#kit/han.ts";
import { refusal } from "#kit/refusal.ts";
import { locales } from "#kit/text.ts";
import { maxTranslatedCharacters } from "#server/language/translation.server.ts";

const missingText = refusal({ zh: "文字不能为空", en: "The text cannot be empty" });
const longText = refusal({
  zh: `最多 ${maxTranslatedCharacters} 个字符`,
  en: `Up to ${maxTranslatedCharacters} characters`,
});

const translate = defineCall({
  method: "GET",
  path: "api/BaiduTranslate/Translate",
  envelope: "site",
  title: {
    zh: "翻译文字：中文译为英文，其他译为中文，也可指定语言",
    en: "Translate a text: Chinese into English, anything else into Chinese, or into the given language",
  },
  access: member,
  // A long text does not fit into an address.
  otherMethods: ["POST"],
  limit: { max: 30, windowSeconds: 60 },
  input: z.object({
    text: z.string(missingText).trim().min(1, missingText).max(maxTranslatedCharacters, longText),
    to: z.enum(locales).optional(),
  }),
  output: z.string(),
  run: ({ text, to }, { principal, services }) =>
    services.translation.translate(text, to ?? (hasHan(text) ? "en" : "zh"), principal),
});

export default translate;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/BaiduTranslate/Translate": typeof translate;
  }
}
