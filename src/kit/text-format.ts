import type { PageRecord } from "./page.ts";
import {
  canvasTexts,
  childNodesOf,
  isRichText,
  type RichInline,
  type RichMark,
  type RichNode,
  type RichParagraph,
  type RichText,
  richTextLinks,
} from "./rich-text.ts";
import { isSame } from "./same.ts";
import { type Locale, locales, type LocalizedValue } from "./text.ts";

// `formats` of a record has, by setting and language, the same words as the setting, with marks and lists. A format whose words differ is ignored, so
// that whoever knows the plain text only, such as a client of the wire, changes it without knowing of formats.

/** The maximum number of characters of a text with a format. */
const maxCharacters = 2000;

/** Whether a value is the format of a text on a canvas. */
export const isTextFormat = (value: unknown): value is RichText => isRichText(value, maxCharacters, canvasTexts);

const inlineWords = (content: readonly RichInline[] = []): string =>
  content.map((node) => (node.type === "text" ? node.text : "\n")).join("");

/** The words of a formatted text: each paragraph, also an empty one, and each line of it on a line. */
export function plainTextOf(node: RichNode): string {
  return node.type === "paragraph" ? inlineWords(node.content) : childNodesOf(node).map(plainTextOf).join("\n");
}

/** A text without format as a document: each of its lines is a paragraph. */
export const plainFormat = (words: string): RichText => ({
  type: "doc",
  content: words
    .split("\n")
    .map((line): RichParagraph =>
      line === "" ? { type: "paragraph" } : { type: "paragraph", content: [{ type: "text", text: line }] },
    ),
});

/** The format of a text in a language; undefined if it has none, or one of other words. */
export function formatOf(record: PageRecord, setting: string, locale: Locale): RichText | undefined {
  const format = record.kind === "node" ? record.formats?.[setting]?.[locale] : undefined;
  const words = (record.value[setting] as LocalizedValue<unknown> | null | undefined)?.[locale];
  return isTextFormat(format) && plainTextOf(format) === words ? format : undefined;
}

/** The part of inline content from one position in its words to another. */
function sliceInline(content: readonly RichInline[], from: number, to: number): RichInline[] {
  let offset = 0;
  return content.flatMap((node): RichInline[] => {
    const [start, length] = [offset, node.type === "text" ? node.text.length : 1];
    offset += length;
    if (node.type !== "text") return start >= from && start < to ? [node] : [];
    const text = node.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return text === "" ? [] : [{ ...node, text }];
  });
}

/** Joins neighbours with the same marks. */
function joinInline(content: readonly RichInline[]): RichInline[] {
  const joined: RichInline[] = [];
  for (const node of content) {
    const last = joined.at(-1);
    if (last?.type === "text" && node.type === "text" && isSame(last.marks, node.marks))
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}

const marksAt = (node: RichInline | undefined): { marks?: RichMark[] } =>
  node?.type === "text" && node.marks !== undefined ? { marks: node.marks } : {};

/** The number of UTF-16 units that two texts have in common at their beginning, without half a character. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(one[length - 1] ?? "") ? length - 1 : length;
}

/** The same at their end, after position `from` of both. */
function commonEnd(one: string, other: string, from: number): number {
  let length = 0;
  const max = Math.min(one.length, other.length) - from;
  while (length < max && one[one.length - 1 - length] === other[other.length - 1 - length]) length += 1;
  return /[\uDC00-\uDFFF]/.test(one[one.length - length] ?? "") ? length - 1 : length;
}

/**
 * A format for words that were edited as plain text: what was typed takes the marks of what stands before it. Undefined when a line was added or
 * removed, which is more than a plain text can say about lists.
 */
export function withWords(format: RichText, words: string): RichText | undefined {
  const before = plainTextOf(format);
  const start = commonStart(before, words);
  const end = before.length - commonEnd(before, words, start);
  const typed = words.slice(start, words.length - (before.length - end));
  if ((before.slice(start, end) + typed).includes("\n")) return undefined;
  let offset = 0;
  let isDone = false;

  function editParagraph(paragraph: RichParagraph): RichParagraph {
    const { content = [] } = paragraph;
    const [first, length] = [offset, inlineWords(content).length];
    offset += length + 1;
    if (isDone || start < first || start > first + length) return paragraph;
    isDone = true;
    const left = sliceInline(content, 0, start - first);
    const right = sliceInline(content, end - first, length);
    const added: RichInline[] =
      typed === "" ? [] : [{ type: "text", text: typed, ...marksAt(left.at(-1) ?? content[0]) }];
    const next = joinInline([...left, ...added, ...right]);
    return next.length === 0 ? { type: "paragraph" } : { type: "paragraph", content: next };
  }
  function editNode<N extends RichNode>(node: N): N {
    if (node.type === "paragraph") return editParagraph(node) as N;
    if (!("content" in node)) return node;
    return { ...node, content: childNodesOf(node).map(editNode) };
  }

  const next = editNode(format);
  return isTextFormat(next) && plainTextOf(next) === words ? next : undefined;
}

/** The record with a format in one language; undefined takes it away. */
export function withFormat<R extends PageRecord>(
  record: R,
  setting: string,
  locale: Locale,
  format: RichText | undefined,
): R {
  if (record.kind !== "node" || (format === undefined && record.formats === undefined)) return record;
  const { formats = {}, ...rest } = record;
  const { [locale]: _, ...others } = formats[setting] ?? {};
  const ofSetting = format === undefined ? others : { ...others, [locale]: format };
  const { [setting]: __, ...ofOthers } = formats;
  const next = Object.keys(ofSetting).length === 0 ? ofOthers : { ...ofOthers, [setting]: ofSetting };
  return (Object.keys(next).length === 0 ? rest : { ...rest, formats: next }) as R;
}

/** The record with what `change` makes of each format; it loses those for which that is undefined, and those of other words. */
export function changeFormats<R extends PageRecord>(
  record: R,
  change: (format: RichText, setting: string) => RichText | undefined,
): R {
  if (record.kind !== "node" || record.formats === undefined) return record;
  let next: R = record;
  for (const setting of Object.keys(record.formats))
    for (const locale of locales) {
      const format = formatOf(record, setting, locale);
      next = withFormat(next, setting, locale, format && change(format, setting));
    }
  return next;
}

/** The links in the formatted texts of a record, with the setting that each stands in. */
export function formatLinks(record: PageRecord): { setting: string; address: string }[] {
  const links: { setting: string; address: string }[] = [];
  changeFormats(record, (format, setting) => {
    links.push(...richTextLinks(format).map((address) => ({ setting, address })));
    return format;
  });
  return links;
}

/** The record with the formats of a setting adapted to its words, which were edited as plain text since `before`. */
export function adaptFormats<R extends PageRecord>(before: PageRecord, record: R, setting: string): R {
  const words = record.value[setting] as LocalizedValue<unknown> | null | undefined;
  return locales.reduce((next, locale) => {
    const format = formatOf(before, setting, locale);
    const text = words?.[locale];
    return format === undefined
      ? withFormat(next, setting, locale, undefined)
      : withFormat(next, setting, locale, typeof text === "string" ? withWords(format, text) : undefined);
  }, record);
}
