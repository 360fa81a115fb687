import { useMemo } from "react";
import { markdown } from "#kit/markdown.ts";
import "./formatted.css";

/** Rendered Markdown. The engine lets no HTML and no unsafe link through. */
export function MarkdownShown({ text }: { id?: string; text: string }) {
  const html = useMemo(() => markdown(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
