import { setField } from "#kit/edit.ts";
import type { Fields, InlineText } from "#kit/field.ts";
import type { PageChange, PageRecord } from "#kit/page.ts";
import { type Locale, locales, type LocalizedValue, textIn } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { nodes } from "#render/registry.ts";
import { settingsOf } from "./names.ts";

/** The location of a text in a record: a field, or a cell of a sub-row. */
export type TextPlace = InlineText & { field: string; cell?: { row: number; name: string } };

type Row = Record<string, unknown>;
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

function textsOf(fields: Fields): [string, InlineText][] {
  return Object.entries(fields).flatMap(([name, field]): [string, InlineText][] => {
    const text = field.localized === true ? fieldTypeOf(field).inlineText?.(field) : undefined;
    return text === undefined ? [] : [[name, text]];
  });
}

/** The places of the localized texts of a record, in the order of its settings, without those that show a field of the page's row. */
export function textPlaces(record: PageRecord): TextPlace[] {
  return Object.entries(settingsOf(record) ?? {}).flatMap(([field, config]): TextPlace[] => {
    if (record.bindings !== undefined && Object.hasOwn(record.bindings, field)) return [];
    const subFields = fieldTypeOf(config).subFields?.(config);
    if (subFields === undefined) return textsOf({ [field]: config }).map(([, text]) => ({ field, ...text }));
    const cells = textsOf(subFields);
    return rowsOf(record.value[field]).flatMap((_, row) =>
      cells.map(([name, text]) => ({ field, cell: { row, name }, ...text })),
    );
  });
}

/** The place of the text of a node that people may format; undefined if it has none. */
export function formattedPlace(record: PageRecord): TextPlace | undefined {
  const field = record.kind === "node" ? nodes.get(record.type)?.formattedText : undefined;
  return field === undefined ? undefined : textPlaces(record).find((place) => place.field === field);
}

/** The text at a place, in every language. */
export function textAt(record: PageRecord, { field, cell }: TextPlace): LocalizedValue<string> {
  const value = cell === undefined ? record.value[field] : rowsOf(record.value[field])[cell.row]?.[cell.name];
  return (value ?? {}) as LocalizedValue<string>;
}

const isWritten = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";

/** The number of texts of the record that are missing in a language and exist in another. */
export const missingIn = (record: PageRecord, locale: Locale): number =>
  textPlaces(record)
    .map((place) => textAt(record, place))
    .filter((text) => !isWritten(text[locale]) && locales.some((other) => isWritten(text[other]))).length;

/** The languages in which a text of the record is missing that exists in another language. */
export const missingLocales = (record: PageRecord): Locale[] =>
  locales.filter((locale) => missingIn(record, locale) > 0);

/** The edit that sets a text in one language. */
export function writeText(record: PageRecord, place: TextPlace, locale: Locale, text: string): PageChange {
  const newText = { ...textAt(record, place), [locale]: text };
  const { field, cell } = place;
  if (cell === undefined) return setField(record, field, newText);
  const rows = rowsOf(record.value[field]);
  return setField(record, field, rows.with(cell.row, { ...rows[cell.row], [cell.name]: newText }));
}

/** Texts are compared without whitespace, because rendering splits headings into phrases and paragraphs into lines. */
const withoutWhitespace = (text: string) => text.replace(/\s+/g, "");
/** Selector of the elements that contain a whole text, even if rendering splits it into inline elements. */
const blocks = "h1, h2, h3, h4, h5, h6, p, dt, dd, figcaption";

/** The innermost elements below `root` whose text is exactly `text`. */
function elementsWithText(root: Element, text: string): Element[] {
  const hasText = (element: Element) => withoutWhitespace(element.textContent) === text;
  return [...root.querySelectorAll("*")].filter((element) => hasText(element) && ![...element.children].some(hasText));
}

/**
 * Finds the editable text that the element `hit`, inside the record's element `root`, displays. Returns the place of the text and the element that
 * shows it. Equal texts of a record are matched by their order. Undefined when the record has no such text.
 */
export function textOfElement(
  hit: Element,
  { record, root, locale }: { record: PageRecord; root: Element; locale: Locale },
): { place: TextPlace; element: HTMLElement } | undefined {
  const places = textPlaces(record).map((place) => ({
    place,
    text: withoutWhitespace(textIn(textAt(record, place), locale)),
  }));
  for (
    let ancestor: Element | null = hit;
    ancestor !== null && root.contains(ancestor);
    ancestor = ancestor.parentElement
  ) {
    const text = withoutWhitespace(ancestor.textContent);
    const equalTexts = places.filter((item) => text !== "" && item.text === text);
    if (equalTexts.length === 0) continue;
    const matchedElements = elementsWithText(root, text);
    const textIndex = matchedElements.findIndex((element) => ancestor!.contains(element));
    if (matchedElements.length !== equalTexts.length || textIndex === -1) return undefined;
    const innerElement = matchedElements[textIndex]!;
    const block = innerElement.closest<HTMLElement>(blocks);
    const element =
      block !== null && withoutWhitespace(block.textContent) === text ? block : (innerElement as HTMLElement);
    return { place: equalTexts[textIndex]!.place, element };
  }
  return undefined;
}
