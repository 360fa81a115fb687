import { useMemo } from "react";
import { markdown } from "#kit/markdown.ts";
import "./formatted.css";

/** Markdown as it is read. The engine lets no HTML through and no link that leads where no address of ours may. */
export function MarkdownShown({ text }: { id?: string; text: string }) {
  const html = useMemo(() => markdown(text).html, [text]);
  return <div className="formatted" dangerouslySetInnerHTML={{ __html: html }} />;
}
