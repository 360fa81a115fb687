import { localeNames } from "#kit/locale-names.ts";
import { isEmpty } from "#kit/field.ts";
import type { PageDocument, PageSetting } from "#kit/page.ts";
import { widgetsOf } from "#kit/page-tree.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { definitionOf } from "#render/registry.ts";
import { defineCheck } from "../define-check.server.ts";
import { valueFieldsOf } from "../value-fields.server.ts";

const names = {
  title: { zh: "标题", en: "title" },
  description: { zh: "描述", en: "description" },
} as const satisfies Partial<Record<keyof PageSetting, Text>>;
/** The length of a description that search results show, in characters. */
const length = { min: 20, max: 160 };

const missing = (name: keyof typeof names, locale: Locale): Text => ({
  zh: `缺少${localeNames[locale].zh}${names[name].zh}`,
  en: `No ${names[name].en} in ${localeNames[locale].en}`,
});

/** The first text of the page that is long enough for a description. */
function firstText(page: PageDocument, locale: Locale): string | undefined {
  const parts = widgetsOf(page).flatMap((widget) =>
    valueFieldsOf(definitionOf(widget)?.settings ?? {}, widget.value).flatMap(({ field, value }) => {
      const text = field.localized === true ? (value as Partial<Record<Locale, unknown>> | null)?.[locale] : undefined;
      return typeof text === "string" ? [text.trim()] : [];
    }),
  );
  const found = parts.find((text) => text.length >= length.min);
  return found === undefined ? undefined : [...found].slice(0, length.max).join("");
}

export default defineCheck({
  id: "page-texts",
  kinds: ["site"],
  title: { zh: "缺少标题或描述", en: "Missing titles and descriptions" },
  advice: {
    zh: "搜索结果和分享卡片会显示它们。描述可以取页面的第一段文字。",
    en: "Search results and link previews show them. A description can be taken from the first paragraph of the page.",
  },
  severity: "warning",
  inPage: ({ page }) =>
    (Object.keys(names) as (keyof typeof names)[]).flatMap((name) =>
      locales.flatMap((locale) => {
        if (!isEmpty(page.setting[name][locale])) return [];
        const canMend = name === "description" && firstText(page, locale) !== undefined;
        return [{ key: `${name} ${locale}`, text: missing(name, locale), ...(canMend ? { mend: locale } : {}) }];
      }),
    ),
  mend: {
    name: { zh: "使用第一段文字", en: "Use first paragraph" },
    change(page, _record, data) {
      const locale = data as Locale;
      const description = firstText(page, locale);
      if (description === undefined || !isEmpty(page.setting.description[locale])) return undefined;
      const after = { ...page.setting, description: { ...page.setting.description, [locale]: description } };
      return { records: [], setting: { before: page.setting, after } };
    },
  },
});
