import type { ReactNode } from "react";
import type { Locale } from "#kit/text.ts";

/** After a mark that ends a phrase. Chinese has no spaces, so a browser would break a heading inside a word. */
const ends = /(?<=[，。：；！？])(?=.)/u;

/** Words of a heading: Chinese ones break between phrases first (site.css, `.phrase`). */
export function phrases(words: string, locale: Locale): ReactNode {
  const parts = locale === "zh" ? words.split(ends) : [words];
  if (parts.length === 1) return words;
  return parts.map((part, index) => (
    <span className="phrase" key={index}>
      {part}
    </span>
  ));
}
