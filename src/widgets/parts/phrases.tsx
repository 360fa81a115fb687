import { Fragment, type ReactNode } from "react";
import type { Locale } from "#kit/text.ts";

/** Matches the position after a punctuation mark that ends a phrase, but not at the end of the text. */
const phraseEnd = /(?<=[，。：；！？])(?=.)/u;
const chineseSegmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Allows line breaks before words, except after an opening bracket or quotation mark. CSS forbids all other breaks (site.css, headings). */
function breakableWords(phrase: string): ReactNode {
  const segments = [...chineseSegmenter.segment(phrase)];
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

/**
 * The text of a heading with its possible line breaks. Chinese has no spaces, and browsers would break inside a word: it breaks between phrases first
 * (site.css, `.phrase`), then between words.
 */
export function phrases(text: string, locale: Locale): ReactNode {
  if (locale !== "zh") return text;
  const phraseTexts = text.split(phraseEnd);
  if (phraseTexts.length === 1) return breakableWords(text);
  return phraseTexts.map((phrase, index) => (
    <span className="phrase" key={index}>
      {breakableWords(phrase)}
    </span>
  ));
}
