import { setField } from "#kit/edit.ts";
import type { Fields, InlineText } from "#kit/field.ts";
import type { PageChange, PageRecord } from "#kit/page.ts";
import { type Locale, type LocalizedValue, textIn } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
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

/** The texts of a record that people write per language, in the order of its settings. */
export function textPlaces(record: PageRecord): TextPlace[] {
  return Object.entries(settingsOf(record) ?? {}).flatMap(([field, config]): TextPlace[] => {
    const subFields = fieldTypeOf(config).subFields?.(config);
    if (subFields === undefined) return textsOf({ [field]: config }).map(([, text]) => ({ field, ...text }));
    const cells = textsOf(subFields);
    return rowsOf(record.value[field]).flatMap((_, row) =>
      cells.map(([name, text]) => ({ field, cell: { row, name }, ...text })),
    );
  });
}

/** The text at a place, in every language. */
export function textAt(record: PageRecord, { field, cell }: TextPlace): LocalizedValue<string> {
  const value = cell === undefined ? record.value[field] : rowsOf(record.value[field])[cell.row]?.[cell.name];
  return (value ?? {}) as LocalizedValue<string>;
}

/** The edit that sets a text in one language. */
export function writeText(record: PageRecord, place: TextPlace, locale: Locale, text: string): PageChange {
  const next = { ...textAt(record, place), [locale]: text };
  const { field, cell } = place;
  if (cell === undefined) return setField(record, field, next);
  const rows = rowsOf(record.value[field]);
  return setField(record, field, rows.with(cell.row, { ...rows[cell.row], [cell.name]: next }));
}

/** Texts are compared without whitespace, because headings are split into phrases and paragraphs into lines. */
const withoutWhitespace = (text: string) => text.replace(/\s+/g, "");
const blocks = "h1, h2, h3, h4, h5, h6, p, dt, dd, figcaption";

/** The innermost elements below `root` whose text is exactly `text`. */
function elementsWithText(root: Element, text: string): Element[] {
  const hasText = (element: Element) => withoutWhitespace(element.textContent) === text;
  return [...root.querySelectorAll("*")].filter((element) => hasText(element) && ![...element.children].some(hasText));
}

/**
 * The editable text that the element `hit` inside a record's element displays, and its element. If a record contains the same text several times, the
 * position among them decides. Undefined when the text is not part of the record.
 */
export function textOfElement(
  hit: Element,
  { record, root, locale }: { record: PageRecord; root: Element; locale: Locale },
): { place: TextPlace; element: HTMLElement } | undefined {
  const places = textPlaces(record).map((place) => ({
    place,
    text: withoutWhitespace(textIn(textAt(record, place), locale)),
  }));
  for (let at: Element | null = hit; at !== null && root.contains(at); at = at.parentElement) {
    const text = withoutWhitespace(at.textContent);
    const equalTexts = places.filter((item) => text !== "" && item.text === text);
    if (equalTexts.length === 0) continue;
    const matchedElements = elementsWithText(root, text);
    const number = matchedElements.findIndex((element) => at!.contains(element));
    if (matchedElements.length !== equalTexts.length || number === -1) return undefined;
    const inner = matchedElements[number]!;
    const block = inner.closest<HTMLElement>(blocks);
    const element = block !== null && withoutWhitespace(block.textContent) === text ? block : (inner as HTMLElement);
    return { place: equalTexts[number]!.place, element };
  }
  return undefined;
}
