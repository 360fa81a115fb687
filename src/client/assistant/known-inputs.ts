import type { PromptPurpose } from "#kit/ai-prompt.ts";
import { isRichText } from "#kit/rich-text.ts";
import { richTextMarkdown } from "#kit/rich-text-markdown.ts";
import { type Locale, locales } from "#kit/text.ts";

type Values = Readonly<Record<string, unknown>>;

/** Names of the languages for a model. */
const languages: Record<Locale, string> = { zh: "Simplified Chinese", en: "British English" };

/** A text or a formatted text as Markdown; empty for anything else. */
export function markdownOf(value: unknown): string {
  if (typeof value === "string") return value;
  return isRichText(value, Number.POSITIVE_INFINITY) ? richTextMarkdown(value) : "";
}

/** A value per language as Markdown, in one language, else in the other. Empty for a value that is not per language. */
function markdownIn(value: unknown, locale: Locale): string {
  if (typeof value !== "object" || value === null) return "";
  const texts = value as Partial<Record<Locale, unknown>>;
  const [own, ...others] = [locale, ...locales.filter((other) => other !== locale)].map((each) =>
    markdownOf(texts[each]),
  );
  return own!.trim() === "" ? (others[0] ?? "") : own!;
}

/** Fields that say what a row is about, in the order in which they are looked for. */
const titleFields = ["title", "name", "heading", "headline"];
const maxTitleLength = 200;

/** The title of a row, and its longest text besides the field. Only texts per language count: other values are not for readers of the site. */
export function textsAround(values: Values, field: string, locale: Locale): { title: string; body: string } {
  const texts = Object.entries(values)
    .filter(([name]) => name !== field)
    .map(([name, value]) => ({ name, text: markdownIn(value, locale).trim() }))
    .filter(({ text }) => text !== "");
  const named = titleFields.flatMap((name) => texts.filter((candidate) => candidate.name === name));
  const title = (named[0] ?? texts.find(({ text }) => text.length <= maxTitleLength))?.text ?? "";
  const rest = texts.map(({ text }) => text).filter((text) => text !== title);
  return { title, body: rest.toSorted((one, other) => other.length - one.length)[0] ?? "" };
}

/** A field whose text is asked for. `text`: its own, `other`: that of the other language. */
export type AskedField = {
  name: string;
  title: string;
  locale: Locale;
  format: "line" | "plain" | "markdown";
  max: number | undefined;
  text: string;
  other: string;
};

const formats: Record<AskedField["format"], string> = {
  line: "one line of plain text",
  plain: "plain text, paragraphs separated by an empty line",
  markdown: "Markdown",
};

/** What is known for the inputs of a prompt that writes the text of a field. */
export function inputsForField(values: Values, field: AskedField, purpose: PromptPurpose) {
  const { title, body } = textsAround(values, field.name, field.locale);
  const text: Partial<Record<PromptPurpose, string>> = {
    draft: body,
    summary: body === "" ? field.text : body,
    translate: field.other === "" ? field.text : field.other,
    shorten: field.text,
  };
  return {
    title,
    topic: title,
    text: text[purpose] ?? "",
    field: field.title,
    language: languages[field.locale],
    format: formats[field.format],
    ...(field.max === undefined ? {} : { length: `${field.max} characters` }),
  };
}
