import { useMemo } from "react";
import type { RichText } from "#kit/rich-text.ts";
import { richTextHtml } from "#kit/rich-text-html.ts";
import "./formatted.css";

/** A formatted text as it is read. What it is rendered by writes no other elements than those of a text. */
export function RichTextShown({ text }: { id?: string; text: RichText }) {
  const html = useMemo(() => richTextHtml(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
