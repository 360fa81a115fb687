import type { Text } from "#kit/text.ts";

/** A prompt as an administrator could register it. */
type UsualPrompt = { url: string; name: Text; prompt: string; inputs: string[]; maxTokens: number };

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
    url: "/alt-text",
    name: { zh: "撰写图片替代文字", en: "Write an alt text" },
    prompt:
      "Write the alternative text of a picture for people who cannot see it, from its description and the place where it stands. One sentence of at most 120 characters in Simplified Chinese, then one in British English on the next line. Do not begin with 'picture of'.",
    inputs: ["description", "place"],
    maxTokens: 200,
  },
  {
    url: "/summary",
    name: { zh: "撰写摘要", en: "Summarise a text" },
    prompt:
      "Summarise the given text in at most three sentences: first in Simplified Chinese, then in British English. Plain text. Add nothing that the text does not say.",
    inputs: ["text"],
    maxTokens: 500,
  },
  {
    url: "/outline",
    name: { zh: "拟定页面大纲", en: "Outline a page" },
    prompt:
      "Outline a page of a corporate website: a title, a description of at most 150 characters for search engines, and three to seven sections, each with a heading and one sentence on what it says. In Simplified Chinese, then in British English. Plain text.",
    inputs: ["purpose", "readers"],
    maxTokens: 1000,
  },
];

/** Names of inputs that people read in their language; any other is shown as it is written. */
export const inputNames: Record<string, Text> = {
  topic: { zh: "主题", en: "Topic" },
  readers: { zh: "读者", en: "Readers" },
  facts: { zh: "要点", en: "Facts" },
  description: { zh: "图片内容", en: "What the image shows" },
  place: { zh: "使用位置", en: "Where it stands" },
  text: { zh: "原文", en: "Text" },
  purpose: { zh: "页面目的", en: "Purpose of the page" },
};
