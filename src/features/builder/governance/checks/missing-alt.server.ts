import { setField } from "#kit/edit.ts";
import { localeNames } from "#kit/locale-names.ts";
import { isEmpty } from "#kit/field.ts";
import { type LocalizedValue, locales, type Locale, type Text } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";
import { fileIdsIn } from "../site-facts.server.ts";
import { languagesOf, type ValueField } from "../value-fields.server.ts";

const missing = (locale: Locale): Text => ({
  zh: `图片缺少${localeNames[locale].zh}替代文字`,
  en: `An image has no alt text in ${localeNames[locale].en}`,
});

/** `path` leads to the alt text, `text` is that of the stored file. */
type FromFile = { path: string; locale: Locale; text: string };

/** The id of the stored image beside an alt text. */
const imageBeside = ({ row }: ValueField): string | undefined =>
  Object.values(row)
    .flatMap((value) => (typeof value === "string" ? fileIdsIn(value) : []))
    .at(0);

/** A copy of a value with the text at a path. */
function withTextAt(value: unknown, path: readonly string[], text: FromFile): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return { ...(value as LocalizedValue<string> | null), [text.locale]: text.text };
  if (Array.isArray(value)) return value.with(Number(head), withTextAt(value[Number(head)], rest, text));
  const row = (value ?? {}) as Record<string, unknown>;
  return { ...row, [head]: withTextAt(row[head], rest, text) };
}

export default defineCheck({
  id: "missing-alt",
  kinds: ["site"],
  title: { zh: "图片缺少替代文字", en: "Images without alt text" },
  advice: {
    zh: "读屏软件无法说明这些图片。文件库中填写过的可以直接使用；纯装饰图片可以不填。",
    en: "Screen readers cannot describe these images. Where the file has an alt text, it can be used. Decorative images need none.",
  },
  severity: "warning",
  inValue: ({ fields, record, shown }, { files }) =>
    fields
      .filter(({ field, name }) => field.localized === true && name === "alt")
      .flatMap((item) => {
        const id = imageBeside(item);
        if (id === undefined) return [];
        return languagesOf(item, shown).empty.map((locale) => {
          const text = files.get(id)?.alt?.[locale];
          const mend: FromFile | undefined =
            record === undefined || isEmpty(text) ? undefined : { path: item.path, locale, text: text! };
          return { key: `${item.path} ${locale}`, text: missing(locale), ...(mend && { mend }) };
        });
      }),
  mend: {
    name: { zh: "使用文件的替代文字", en: "Use the file’s alt text" },
    change(page, id, data) {
      const record = page.records[id ?? ""];
      const found = data as FromFile;
      const [field, ...rest] = found.path.split(".");
      if (record === undefined || !locales.includes(found.locale)) return undefined;
      return setField(record, field!, withTextAt(record.value[field!], rest, found));
    },
  },
});
