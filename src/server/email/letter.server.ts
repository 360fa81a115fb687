import { escapeHtml } from "#kit/prose.ts";
import type { Locale } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";

/** The content of an email. Everything is plain text; what people wrote is never markup. */
export type Letter = {
  locale: Locale;
  subject: string;
  lines: readonly string[];
  link: { label: string; url: string };
  /** Why the recipient gets it, below a line. */
  reason: string;
};

const maxSubjectLength = 150;

/** A text on one line, without control characters: a header ends at a line break. */
export const singleLine = (text: string): string =>
  firstCharacters(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(), maxSubjectLength);

/** The plain text of an email. */
export const letterText = ({ lines, link, reason }: Letter): string =>
  [...lines, `${link.label}: ${link.url}`, `-- \n${reason}`].join("\n\n");

/** The HTML of an email, without pictures, scripts or style sheets. */
export function letterHtml({ locale, subject, lines, link, reason }: Letter): string {
  const paragraphs = lines.map((line) => `<p style="white-space:pre-line">${escapeHtml(line)}</p>`);
  return [
    `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="font:16px/1.6 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em">`,
    ...paragraphs,
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    `<hr><p style="font-size:13px;opacity:.7">${escapeHtml(reason)}</p></body></html>`,
  ].join("\n");
}
