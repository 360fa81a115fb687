import type { Text } from "./text.ts";

/** The languages that code can be coloured in. */
export const codeLanguages = {
  css: { zh: "CSS", en: "CSS" },
  html: { zh: "HTML", en: "HTML" },
  javascript: { zh: "JavaScript", en: "JavaScript" },
  json: { zh: "JSON", en: "JSON" },
  python: { zh: "Python", en: "Python" },
  sql: { zh: "SQL", en: "SQL" },
  typescript: { zh: "TypeScript", en: "TypeScript" },
  xml: { zh: "XML", en: "XML" },
  yaml: { zh: "YAML", en: "YAML" },
} satisfies Record<string, Text>;

export type CodeLanguage = keyof typeof codeLanguages;
