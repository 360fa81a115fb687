import type { Locale } from "#kit/text.ts";
import { textIn } from "#kit/text.ts";
import { phrases } from "./phrases.tsx";

type SectionHeadProps = { eyebrow?: unknown; heading: unknown; lead?: unknown; locale: Locale };

/** The head of a section: eyebrow, heading and lead. An empty eyebrow or lead is left out. */
export function SectionHead({ eyebrow, heading, lead, locale }: SectionHeadProps) {
  const eyebrowText = textIn(eyebrow, locale);
  const leadText = textIn(lead, locale);
  return (
    <div className="head">
      {eyebrowText !== "" && <p className="eyebrow">{eyebrowText}</p>}
      <h2>{phrases(textIn(heading, locale), locale)}</h2>
      {leadText !== "" && <p className="lead">{leadText}</p>}
    </div>
  );
}

/** The settings of widgets that begin with a `SectionHead`. */
export const headSettings = {
  eyebrow: { type: "textbox", name: { zh: "眉题", en: "Eyebrow" }, localized: true, max: 40 },
  heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
  lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 240, rows: 2 },
} as const;
