import { difference } from "#kit/edit.ts";
import { commonOf, overrideIn, recordIn, type Variant, variants } from "#kit/client-override.ts";
import type { Fields } from "#kit/field.ts";
import type { ReadPage } from "#render/page/read-page.ts";
import { type PageDocument, type PageRecord, type RecordChange, settingId } from "#kit/page.ts";
import { outdatedTexts } from "#kit/outdated.ts";
import { treeOf } from "#kit/page-tree.ts";
import { variantName } from "#kit/variant-name.ts";
import { isSame } from "#kit/same.ts";
import { type Locale, locales, textIn } from "#kit/text.ts";
import { shownLocales } from "#kit/visit.ts";
import { labelOf, settingsOf } from "./names.ts";
import { pageFields } from "#kit/page-fields.ts";
import { textAt, textPlaces } from "./text-place.ts";

/** The change of a record, or of the page's settings, between two versions of a page. */
export type PartChange = {
  id: string;
  /** `moved`: only the order or the parent differs. `unreadable`: both versions have the record, but what it is in one of them cannot be read. */
  kind: "added" | "removed" | "changed" | "moved" | "unreadable";
  /** The label of the record. */
  name: string;
  /** Names of the settings that differ. */
  fields: string[];
};

const texts = {
  place: { zh: "位置与尺寸", en: "Position and size" },
  clients: { zh: "显示的客户端", en: "Clients" },
  languages: { zh: "显示的语言", en: "Languages" },
  period: { zh: "显示时间", en: "Display period" },
  bindings: { zh: "数据绑定", en: "Data binding" },
  label: { zh: "名称", en: "Name" },
  isHidden: { zh: "隐藏", en: "Hidden" },
  isLocked: { zh: "锁定", en: "Locked" },
  guides: { zh: "参考线", en: "Guides" },
  formats: { zh: "文字格式", en: "Text format" },
  outdated: { zh: "翻译状态", en: "Translation state" },
  origin: { zh: "市场版本", en: "Market edition" },
};
/** Properties of records outside of their values and places. */
const properties = [
  "clients",
  "languages",
  "period",
  "bindings",
  "label",
  "isHidden",
  "isLocked",
  "guides",
  "formats",
  "outdated",
  "origin",
] as const;

type Values = Readonly<Record<string, unknown>>;
/** The ids of what cannot be read in each of two versions. */
type Unreadable = Record<"before" | "after", ReadonlySet<string>>;

const changedFieldNames = (fields: Fields | undefined, before: Values, after: Values, locale: Locale): string[] =>
  Object.entries(fields ?? {}).flatMap(([key, field]) => (isSame(before[key], after[key]) ? [] : [field.name[locale]]));

function changedFieldsOf(before: PageRecord, after: PageRecord, locale: Locale): string[] {
  const placeOf = (record: PageRecord) => (record.kind === "node" ? [record.box, record.rotation] : undefined);
  const propertyOf = (record: PageRecord, name: string) => (record as unknown as Values)[name];
  return [
    ...(isSame(placeOf(before), placeOf(after)) ? [] : [texts.place[locale]]),
    ...properties.flatMap((name) =>
      isSame(propertyOf(before, name), propertyOf(after, name)) ? [] : [texts[name][locale]],
    ),
    ...changedFieldNames(settingsOf(after), before.value, after.value, locale),
    ...variants.flatMap((variant) => changedFieldsIn(variant, before, after, locale)),
  ];
}

const variantOf = (record: PageRecord, variant: Variant): PageRecord => commonOf(recordIn(record, variant));

/** What changed of a record in a client or at a width whose own values changed. */
function changedFieldsIn(variant: Variant, before: PageRecord, after: PageRecord, locale: Locale): string[] {
  if (isSame(overrideIn(before, variant), overrideIn(after, variant))) return [];
  const separator = locale === "zh" ? "：" : ": ";
  const name = variantName(variant);
  return changedFieldsOf(variantOf(before, variant), variantOf(after, variant), locale).map(
    (field) => name[locale] + separator + field,
  );
}

function toPartChange({ id, before, after }: RecordChange, unreadable: Unreadable, locale: Locale): PartChange {
  const shown = after === undefined || (unreadable.after.has(id) && before !== undefined) ? before : after;
  const name = labelOf({ record: () => shown }, id, locale);
  if (before === undefined) return { id, kind: "added", name, fields: [] };
  if (after === undefined) return { id, kind: "removed", name, fields: [] };
  if (unreadable.before.has(id) || unreadable.after.has(id)) return { id, kind: "unreadable", name, fields: [] };
  const fields = changedFieldsOf(before, after, locale);
  return { id, kind: fields.length === 0 ? "moved" : "changed", name, fields };
}

/** The differences between two versions of a page, one entry per record; the page settings first. */
export function pageChanges(before: ReadPage, after: ReadPage, locale: Locale): PartChange[] {
  const change = difference(before.page, after.page);
  const unreadable = { before: new Set(before.broken), after: new Set(after.broken) };
  const parts = change.records.map((record) => toPartChange(record, unreadable, locale));
  if (change.setting === undefined) return parts;
  const name = labelOf({ record: () => undefined }, settingId, locale);
  if (unreadable.before.has(settingId) || unreadable.after.has(settingId))
    return [{ id: settingId, kind: "unreadable", name, fields: [] }, ...parts];
  const fields = changedFieldNames(pageFields, before.page.setting, after.page.setting, locale);
  return [{ id: settingId, kind: "changed", name, fields }, ...parts];
}

/** The number of texts of a page that are out of date in each language. */
export function outdatedCounts(page: PageDocument): Record<Locale, number> {
  const { record } = treeOf(page);
  const entries = Object.values(page.records).flatMap((item) => {
    const languages = shownLocales(record, item.id);
    return outdatedTexts(item).filter(({ locale }) => languages.includes(locale));
  });
  const countOf = (locale: Locale) => entries.filter((entry) => entry.locale === locale).length;
  return { zh: countOf("zh"), en: countOf("en") };
}

/** The number of localized texts that a page shows in each language (`all`), and how many of them are missing there. */
export function translationCounts(page: PageDocument): Record<Locale, { all: number; missing: number }> {
  const { record } = treeOf(page);
  const translatable = Object.values(page.records)
    .flatMap((item) => {
      const languages = shownLocales(record, item.id);
      return textPlaces(item).map((place) => ({ text: textAt(item, place), languages }));
    })
    .concat([page.setting.title, page.setting.description].map((text) => ({ text, languages: [...locales] })))
    .filter(({ text }) => locales.some((locale) => textIn(text, locale) !== ""));
  const countsOf = (locale: Locale) => {
    const visible = translatable.filter((item) => item.languages.includes(locale));
    return {
      all: visible.length,
      missing: visible.filter(({ text }) => (text[locale] ?? "").trim() === "").length,
    };
  };
  return { zh: countsOf("zh"), en: countsOf("en") };
}
