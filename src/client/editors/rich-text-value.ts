import { hasContent, markOrder, type RichBlock, type RichText } from "#kit/rich-text.ts";

/** Default values of attributes, which are omitted. */
const defaults: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1, start: 1 };

type Plain = { type?: string; attrs?: Record<string, unknown>; content?: Plain[]; marks?: Plain[]; text?: string };

const placeOf = (mark: Plain) => markOrder.findIndex((type) => type === mark.type);

function plain({ type, attrs, content, marks, text }: Plain): Plain {
  const filled = Object.entries(attrs ?? {}).filter(
    ([name, value]) => (value ?? "") !== "" && value !== defaults[name],
  );
  // Only text has marks: the editor also marks line breaks within it.
  const sorted = type === "text" ? (marks ?? []).toSorted((one, other) => placeOf(one) - placeOf(other)) : [];
  return {
    ...(type !== undefined && { type }),
    ...(filled.length > 0 && { attrs: Object.fromEntries(filled) }),
    ...(content !== undefined && content.length > 0 && { content: content.map(plain) }),
    ...(sorted.length > 0 && { marks: sorted.map(plain) }),
    ...(text !== undefined && { text }),
  };
}

const isEmptyParagraph = (block: RichBlock) => block.type === "paragraph" && block.content === undefined;

/** Normalizes a document of the editor: without default attributes and trailing empty paragraphs; null when it is empty. */
export function richTextOf(document: object): RichText | null {
  const { content } = plain(document) as RichText;
  const end = (content ?? []).findLastIndex((block) => !isEmptyParagraph(block));
  const text: RichText = { type: "doc", content: (content ?? []).slice(0, end + 1) };
  return hasContent(text) ? text : null;
}
