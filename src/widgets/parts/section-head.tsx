import type { Locale } from "#kit/text.ts";
import { textIn } from "#kit/text.ts";
import { phrases } from "./phrases.tsx";

type SectionHeadProps = { eyebrow?: unknown; heading: unknown; lead?: unknown; locale: Locale };

/** The head of a section: eyebrow, heading and lead. Empty ones are left out. */
export function SectionHead({ eyebrow, heading, lead, locale }: SectionHeadProps) {
  const [above, below] = [textIn(eyebrow, locale), textIn(lead, locale)];
  return (
    <div className="head">
      {above !== "" && <p className="eyebrow">{above}</p>}
      <h2>{phrases(textIn(heading, locale), locale)}</h2>
      {below !== "" && <p className="lead">{below}</p>}
    </div>
  );
}

/** The settings behind it, for widgets that begin with a section head. */
export const headSettings = {
  eyebrow: { type: "textbox", name: { zh: "眉题", en: "Eyebrow" }, localized: true, max: 40 },
  heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 80 },
  lead: { type: "textarea", name: { zh: "导语", en: "Intro" }, localized: true, max: 240, rows: 2 },
} as const;
