import { useMemo } from "react";
import { markdown } from "#kit/markdown.ts";
import "./formatted.css";

/** Rendered Markdown. The renderer escapes HTML and removes unsafe links. `id` is unused: `lazyControl` requires it. */
export function MarkdownView({ text }: { id?: string; text: string }) {
  const html = useMemo(() => markdown(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
