import { Fragment, type ReactNode } from "react";
import type { Locale } from "#kit/text.ts";

/** After a mark that ends a phrase. Chinese has no spaces, so a browser would break a heading inside a word. */
const ends = /(?<=[，。：；！？])(?=.)/u;
const chinese = new Intl.Segmenter("zh", { granularity: "word" });

/** Allows line breaks before words, except after an opening mark. The style forbids all others (site.css, headings). */
function words(phrase: string): ReactNode {
  const segments = [...chinese.segment(phrase)];
  return segments.map(({ segment, isWordLike = false }, index) => {
    const mayBreak = index > 0 && isWordLike && !/[（「《“‘]$/u.test(segments[index - 1]!.segment);
    return (
      <Fragment key={index}>
        {mayBreak && <wbr />}
        {segment}
      </Fragment>
    );
  });
}

/** The words of a heading: Chinese breaks between phrases first (site.css, `.phrase`), other languages between words. */
export function phrases(text: string, locale: Locale): ReactNode {
  if (locale !== "zh") return text;
  const parts = text.split(ends);
  if (parts.length === 1) return words(text);
  return parts.map((part, index) => (
    <span className="phrase" key={index}>
      {words(part)}
    </span>
  ));
}
