import { hasContent, markOrder, type RichBlock, type RichText } from "#kit/rich-text.ts";

/** Attributes with these default values are omitted. */
const defaults: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1, start: 1 };

type EditorNode = {
  type?: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  marks?: EditorNode[];
  text?: string;
};

const markRank = (mark: EditorNode) => markOrder.findIndex((type) => type === mark.type);

function normalizeNode({ type, attrs, content, marks, text }: EditorNode): EditorNode {
  const attributes = Object.entries(attrs ?? {}).filter(
    ([name, value]) => (value ?? "") !== "" && value !== defaults[name],
  );
  // Only text keeps its marks: the editor also puts marks on line breaks.
  const sortedMarks = type === "text" ? (marks ?? []).toSorted((one, other) => markRank(one) - markRank(other)) : [];
  return {
    ...(type !== undefined && { type }),
    ...(attributes.length > 0 && { attrs: Object.fromEntries(attributes) }),
    ...(content !== undefined && content.length > 0 && { content: content.map(normalizeNode) }),
    ...(sortedMarks.length > 0 && { marks: sortedMarks.map(normalizeNode) }),
    ...(text !== undefined && { text }),
  };
}

const isEmptyParagraph = (block: RichBlock) => block.type === "paragraph" && block.content === undefined;

/** A document of the editor as it is stored: without default attributes. */
export const normalizedText = (document: object): RichText => normalizeNode(document) as RichText;

/** Converts a document of the editor for storage, without default attributes and trailing empty paragraphs. Null when it is empty. */
export function richTextOf(document: object): RichText | null {
  const { content = [] } = normalizedText(document) as Partial<RichText>;
  const end = content.findLastIndex((block) => !isEmptyParagraph(block));
  const text: RichText = { type: "doc", content: content.slice(0, end + 1) };
  return hasContent(text) ? text : null;
}
