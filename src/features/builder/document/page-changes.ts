import { difference } from "#kit/edit.ts";
import type { Fields } from "#kit/field.ts";
import { type PageDocument, type PageRecord, type RecordChange, settingId } from "#kit/page.ts";
import { isSame } from "#kit/same.ts";
import { type Locale, locales, textIn } from "#kit/text.ts";
import { nameOf, settingsOf } from "./names.ts";
import { pageFields } from "./page-setting-fields.ts";
import { textAt, textPlaces } from "./text-place.ts";

/** The change of one part of a page between two states. */
export type PartChange = {
  id: string;
  kind: "added" | "removed" | "changed" | "moved";
  /** What the part is called. */
  name: string;
  /** Names of the settings that differ. */
  fields: string[];
};

const texts = { place: { zh: "位置与尺寸", en: "Position and size" } };

type Plain = Readonly<Record<string, unknown>>;

const namesOf = (fields: Fields | undefined, before: Plain, after: Plain, locale: Locale): string[] =>
  Object.entries(fields ?? {}).flatMap(([key, field]) => (isSame(before[key], after[key]) ? [] : [field.name[locale]]));

function fieldsOf(before: PageRecord, after: PageRecord, locale: Locale): string[] {
  const boxes = [before, after].map((record) => (record.kind === "node" ? record.box : undefined));
  return [
    ...(isSame(boxes[0], boxes[1]) ? [] : [texts.place[locale]]),
    ...namesOf(settingsOf(after), before.value, after.value, locale),
  ];
}

function asPart({ id, before, after }: RecordChange, locale: Locale): PartChange {
  const name = nameOf({ record: () => after ?? before }, id, locale);
  if (before === undefined) return { id, kind: "added", name, fields: [] };
  if (after === undefined) return { id, kind: "removed", name, fields: [] };
  const fields = fieldsOf(before, after, locale);
  return { id, kind: fields.length === 0 ? "moved" : "changed", name, fields };
}

/** The differences between two states, part by part; the page settings first. */
export function pageChanges(before: PageDocument, after: PageDocument, locale: Locale): PartChange[] {
  const change = difference(before, after);
  const parts = change.records.map((record) => asPart(record, locale));
  if (change.setting === undefined) return parts;
  const fields = namesOf(pageFields, before.setting, after.setting, locale);
  return [
    { id: settingId, kind: "changed", name: nameOf({ record: () => undefined }, settingId, locale), fields },
    ...parts,
  ];
}

/** The number of localized texts of a page, and how many of them have each language. */
export function translationCounts(page: PageDocument): { all: number } & Record<Locale, number> {
  const translatable = Object.values(page.records)
    .flatMap((record) => textPlaces(record).map((place) => textAt(record, place)))
    .concat(page.setting.title, page.setting.description)
    .filter((text) => locales.some((locale) => textIn(text, locale) !== ""));
  const countOf = (locale: Locale) => translatable.filter((text) => (text[locale] ?? "").trim() !== "").length;
  return { all: translatable.length, zh: countOf("zh"), en: countOf("en") };
}
