import type { Fields } from "#kit/field.ts";
import { type PageRecord, settingId } from "#kit/page.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { definitionOf } from "#render/registry.ts";
import type { DocumentStore } from "./document-store.ts";

const maxExcerpt = 40;

/** The name of the definition of a record. */
function wordOf(record: PageRecord): string {
  if (record.kind === "group") return record.kind;
  return record.kind === "widget" ? record.name : record.type;
}

/** The title of the definition of a widget, node or group. */
export function kindName(record: PageRecord, locale: Locale): string {
  return definitionOf(record)?.title[locale] ?? wordOf(record);
}

/** The settings of a record; undefined for an unknown definition. */
export function settingsOf(record: PageRecord): Fields | undefined {
  return definitionOf(record)?.settings;
}

/** The first words of a record, to tell it from others of its type: the text of a text node, the heading of a section. */
export function excerpt(record: PageRecord, locale: Locale): string {
  const fields = Object.entries(settingsOf(record) ?? {});
  const texts = fields.filter(([, field]) => fieldTypeOf(field).inlineText !== undefined);
  // A line break between Latin words becomes a space; Chinese needs none.
  const inOneLine = (text: string) =>
    text
      .replaceAll("\n", locale === "zh" ? "" : " ")
      .replace(/\s+/g, " ")
      .trim();
  const first = texts.map(([name]) => inOneLine(textIn(record.value[name], locale))).find((text) => text !== "") ?? "";
  return first.length > maxExcerpt ? `${first.slice(0, maxExcerpt - 1)}…` : first;
}

const pageWord = { zh: "页面设置", en: "Page settings" };

/** The label of a record, or of the page's settings, in a list: its kind and its first words. */
export function nameOf(store: Pick<DocumentStore, "record">, id: string, locale: Locale): string {
  if (id === settingId) return pageWord[locale];
  const record = store.record(id);
  if (record === undefined) return id;
  return [kindName(record, locale), excerpt(record, locale)].filter((part) => part !== "").join(" · ");
}
