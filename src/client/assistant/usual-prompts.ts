import type { PromptPurpose } from "#kit/ai-prompt.ts";
import type { Text } from "#kit/text.ts";

/** A prompt as an administrator could register it. */
type UsualPrompt = {
  url: string;
  name: Text;
  purpose?: PromptPurpose;
  prompt: string;
  inputs: string[];
  maxTokens: number;
  maxInputLength?: number;
};

const oneText =
  "Answer with the text alone, in the given language and format, and no longer than the given length. No introduction, no quotation marks around it.";

/** What people ask most often; an administrator adds these with one button, and changes them as configurations. */
export const usualPrompts: readonly UsualPrompt[] = [
  {
    url: "/draft",
    name: { zh: "撰写中英文草稿", en: "Draft in both languages" },
    prompt:
      "Write a draft for a corporate website about the given topic, for the given readers. First in Simplified Chinese under the line 中文, then the same in British English under the line English. Plain text, no markup, at most 200 words in each language. State no fact that is not in the data.",
    inputs: ["topic", "readers", "facts"],
    maxTokens: 1200,
  },
  {
    url: "/field/draft",
    name: { zh: "撰写草稿", en: "Draft" },
    purpose: "draft",
    prompt: `Write the named field of a corporate website, about the topic and with the facts. The text, if there is one, is what the page says already. State no fact that is not in the data. ${oneText}`,
    inputs: ["topic", "facts", "text", "field", "language", "format", "length"],
    maxTokens: 2000,
    maxInputLength: 8000,
  },
  {
    url: "/field/summary",
    name: { zh: "撰写摘要", en: "Summarise" },
    purpose: "summary",
    prompt: `Summarise the text in at most three sentences. Add nothing that it does not say. ${oneText}`,
    inputs: ["text", "language", "format", "length"],
    maxTokens: 600,
    maxInputLength: 12_000,
  },
  {
    url: "/field/translate",
    name: { zh: "翻译自另一种语言", en: "Translate from the other language" },
    purpose: "translate",
    prompt: `Translate the text for a corporate website. Keep its meaning, its paragraphs and its markup. ${oneText}`,
    inputs: ["text", "language", "format", "length"],
    maxTokens: 4000,
    maxInputLength: 8000,
  },
  {
    url: "/field/shorten",
    name: { zh: "精简文字", en: "Shorten" },
    purpose: "shorten",
    prompt: `Shorten the text to about half, in the same language. Keep what matters most to its readers. ${oneText}`,
    inputs: ["text", "language", "format", "length"],
    maxTokens: 2000,
    maxInputLength: 8000,
  },
  {
    url: "/image/alt-text",
    name: { zh: "撰写图片替代文字", en: "Write an alt text" },
    purpose: "alt",
    prompt:
      "Write the alternative text of a picture for people who cannot see it, from its description, its file name and the texts around it. You do not see the picture: claim nothing that the data does not say. One sentence of at most 120 characters in Simplified Chinese, then one in British English on the next line, and nothing else. Do not begin with 'picture of'.",
    inputs: ["description", "place", "file"],
    maxTokens: 200,
  },
  {
    url: "/page/outline",
    name: { zh: "拟定页面大纲", en: "Outline a page" },
    purpose: "outline",
    prompt:
      'Outline a page of a corporate website in three to seven sections, from its purpose and for its readers. Answer with JSON only: {"sections":[{"component":"name","texts":{"field":{"zh":"","en":""}},"rows":[{"field":{"zh":"","en":""}}]}]}. Use only the components that the data lists, each with its own fields; a component with rows has two to six. Write every text in Simplified Chinese (zh) and British English (en), not longer than its field allows. State no fact that is not in the data.',
    inputs: ["purpose", "readers", "components"],
    maxTokens: 4000,
    maxInputLength: 6000,
  },
];

/** Names of inputs that people read in their language. */
const inputNames: Record<string, Text> = {
  topic: { zh: "主题", en: "Topic" },
  readers: { zh: "读者", en: "Readers" },
  facts: { zh: "要点", en: "Facts" },
  description: { zh: "图片内容", en: "What the image shows" },
  place: { zh: "使用位置", en: "Where it stands" },
  text: { zh: "原文", en: "Text" },
  purpose: { zh: "页面目的", en: "Purpose of the page" },
  language: { zh: "语言", en: "Language" },
  format: { zh: "格式", en: "Format" },
  length: { zh: "字数上限", en: "Maximum length" },
  field: { zh: "字段", en: "Field" },
  file: { zh: "文件名", en: "File name" },
  components: { zh: "可用组件", en: "Components" },
};

/** The name of an input; of one that is not known here, as it is written. */
export const inputName = (name: string): Text =>
  Object.hasOwn(inputNames, name) ? inputNames[name]! : { zh: name, en: name };
