import { localeNames } from "#kit/locale-names.ts";
import { formatText } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";
import { languagesOf } from "../value-fields.server.ts";

const text = { zh: "“{name}”没有{language}", en: "{name} has no {language}" };

export default defineCheck({
  id: "missing-translations",
  kinds: ["site"],
  title: { zh: "缺少翻译", en: "Missing translations" },
  advice: {
    zh: "缺少的语言会显示另一种语言的文字。",
    en: "Visitors who read the other language see the text in a language that they may not know.",
  },
  severity: "warning",
  inValue: ({ fields, shown }) =>
    fields
      // Alt texts have a check of their own.
      .filter(({ field, name }) => field.localized === true && name !== "alt")
      .flatMap((item) => {
        const { filled, empty } = languagesOf(item, shown);
        if (filled.length === 0) return [];
        return empty.map((locale) => ({
          key: `${item.path} ${locale}`,
          text: {
            zh: formatText(text, { name: item.field.name.zh, language: localeNames[locale].zh }).zh,
            en: formatText(text, { name: item.field.name.en, language: localeNames[locale].en }).en,
          },
        }));
      }),
});
