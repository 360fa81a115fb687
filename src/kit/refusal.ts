import type { Text } from "./text.ts";

/** The option that every schema and check of zod accepts. */
type Refusal = { error: (issue: object) => string };

/**
 * Attaches a message in both languages to a check of a call's input: `z.string().regex(pattern, refusal({ zh, en }))`. zod messages are one string,
 * so the text is attached to the issue when zod creates its message.
 */
export const refusal = (text: Text): Refusal => ({
  error: (issue) => {
    Object.assign(issue, { text });
    return text.en;
  },
});

/** The text that `refusal` attached to an issue; undefined for any other issue. */
export const refusalText = (issue: object): Text | undefined => (issue as { text?: Text }).text;
