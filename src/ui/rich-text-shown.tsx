import { useMemo } from "react";
import type { RichText } from "#kit/rich-text.ts";
import { richTextHtml } from "#kit/rich-text-html.ts";
import "./formatted.css";

/** A rendered formatted text. The renderer writes only the elements of such a text. */
export function RichTextShown({ text }: { id?: string; text: RichText }) {
  const html = useMemo(() => richTextHtml(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
