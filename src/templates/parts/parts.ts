import type { PagePart } from "#kit/page-part.ts";
import type { TemplatePage } from "#kit/site-template.ts";
import type { Text } from "#kit/text.ts";

// Short forms of the components that templates consist of: every value that a template does not set is empty.

type Background = "plain" | "tinted" | "plate";
type Named = { name: Text; text: Text };

/** The first section of a home page, beside a picture of `public/`. */
export const heroPart = (hero: {
  subjects: Text[];
  headline: Text;
  lead: Text;
  primary: Text;
  primaryUrl: string;
  secondary: Text;
  secondaryUrl: string;
  image: string;
  alt: Text;
  background: Background;
}): PagePart => ({
  name: "hero",
  value: { ...hero, subjects: hero.subjects.map((text) => ({ text })), picture: "image" },
});

export const featurePart = (feature: {
  eyebrow?: Text;
  heading: Text;
  lead: Text;
  points?: Named[];
  link?: Text;
  url?: string;
  image: string;
  alt: Text;
  side: "left" | "right";
  background?: "paper" | "tinted" | "plate";
}): PagePart => ({
  name: "feature",
  value: { eyebrow: null, points: [], link: null, url: null, background: "paper", ...feature },
});

export const cardsPart = (
  { eyebrow = null, heading, lead = null }: { eyebrow?: Text | null; heading: Text; lead?: Text | null },
  items: (Named & { note?: Text; link?: Text; url?: string })[],
): PagePart => ({
  name: "cards",
  value: { eyebrow, heading, lead, items: items.map((item) => ({ note: null, link: null, url: null, ...item })) },
});

export const figuresPart = (
  background: "paper" | "tinted" | "plate" | "brand",
  items: { value: Text; name: Text }[],
): PagePart => ({ name: "figures", value: { items, background } });

export const closingPart = (
  background: "brand" | "plate",
  closing: { heading: Text; lead: Text; button: Text },
): PagePart => ({ name: "call-to-action", value: { ...closing, url: "/contactus", background } });

export const titlePart = (eyebrow: Text, heading: Text, lead: Text): PagePart => ({
  name: "page-title",
  value: { eyebrow, heading, lead },
});

/** A page that is one text: what it is about, and a section of it below. */
export const articlePart = (eyebrow: Text, heading: Text, lead: Text, section: Text, text: Text): PagePart => ({
  name: "rich-text",
  value: {
    eyebrow,
    heading,
    text: {
      zh: `${lead.zh}\n\n# ${section.zh}\n\n${text.zh}`,
      en: `${lead.en}\n\n# ${section.en}\n\n${text.en}`,
    },
  },
});

/** The same text in both languages, such as a figure. */
export const same = (text: string): Text => ({ zh: text, en: text });

/** The page with the contact form. */
export const contactPage = (heading: Text, lead: Text, text: Text): TemplatePage => ({
  path: "/contactus",
  title: { zh: "联系我们", en: "Contact us" },
  description: lead,
  parts: [{ name: "contact-form", value: { eyebrow: null, heading, lead, text } }],
});
