import { useMemo } from "react";
import { markdown } from "#kit/markdown.ts";
import "./formatted.css";

/** Rendered Markdown. The renderer escapes HTML and removes unsafe links. */
export function MarkdownView({ text }: { id?: string; text: string }) {
  const html = useMemo(() => markdown(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
