import type { Text } from "./text.ts";

/** zod carries one string per issue: the English one stands for both, and is looked up whole, never taken apart. */
const texts = new Map<string, Text>();

/**
 * What a check of a call's input says when it refuses, in both languages: `z.string().regex(pattern, refusal({ zh, en }))`.
 * For wording that is written down where the schema is: every text is remembered.
 * @throws when the same English already stands for other Chinese
 */
export function refusal(text: Text): string {
  if ((texts.get(text.en)?.zh ?? text.zh) !== text.zh) throw new Error(`Two Chinese texts for "${text.en}"`);
  texts.set(text.en, text);
  return text.en;
}

/** Both languages of what `refusal` gave, or undefined for any other message. */
export const refusalText = (message: string): Text | undefined => texts.get(message);
