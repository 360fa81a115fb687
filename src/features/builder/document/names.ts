import type { Fields } from "#kit/field.ts";
import { type PageRecord, settingId } from "#kit/page.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { definitionOf } from "#render/registry.ts";
import type { DocumentStore } from "./document-store.ts";

/** The maximum length of an excerpt, in characters. */
const maxExcerpt = 40;

/** The name of the definition of a record, as stored: of a widget, a node type or a group. */
function definitionName(record: PageRecord): string {
  if (record.kind === "group") return record.kind;
  return record.kind === "widget" ? record.name : record.type;
}

/** The title of the definition of a widget, node or group. */
export function definitionTitle(record: PageRecord, locale: Locale): string {
  return definitionOf(record)?.title[locale] ?? definitionName(record);
}

/** The name that an editor gave a widget or node, else the title of its definition. */
export function nameOf(record: PageRecord, locale: Locale): string {
  return (record.kind === "group" ? undefined : record.label) ?? definitionTitle(record, locale);
}

/** The settings of a record; undefined for an unknown definition. */
export function settingsOf(record: PageRecord): Fields | undefined {
  return definitionOf(record)?.settings;
}

/** The first text of a record, shortened, e.g. the heading of a section. It distinguishes the record from others of its type. */
export function excerptOf(record: PageRecord, locale: Locale): string {
  const fields = Object.entries(settingsOf(record) ?? {});
  const textFields = fields.filter(([, field]) => fieldTypeOf(field).inlineText !== undefined);
  // Words of other languages than Chinese are separated by a space in place of a line break.
  const toOneLine = (text: string) =>
    text
      .replaceAll("\n", locale === "zh" ? "" : " ")
      .replace(/\s+/g, " ")
      .trim();
  const firstText =
    textFields.map(([name]) => toOneLine(textIn(record.value[name], locale))).find((text) => text !== "") ?? "";
  return firstText.length > maxExcerpt ? `${firstText.slice(0, maxExcerpt - 1)}…` : firstText;
}

const pageSettingsText = { zh: "页面设置", en: "Page settings" };

/** The label of a record, or of the page's settings, in a list: its name and its excerpt. */
export function labelOf(store: Pick<DocumentStore, "record">, id: string, locale: Locale): string {
  if (id === settingId) return pageSettingsText[locale];
  const record = store.record(id);
  if (record === undefined) return id;
  return [nameOf(record, locale), excerptOf(record, locale)].filter((part) => part !== "").join(" · ");
}
