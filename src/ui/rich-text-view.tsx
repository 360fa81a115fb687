import { useMemo } from "react";
import type { RichText } from "#kit/rich-text.ts";
import { richTextHtml } from "#kit/rich-text-html.ts";
import "./formatted.css";

/** A rendered rich text. The renderer writes only known elements, so no HTML from the text gets into the page. */
export function RichTextView({ text }: { id?: string; text: RichText }) {
  const html = useMemo(() => richTextHtml(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
