import type { Text } from "./text.ts";

/** What every schema and check of zod takes besides its own settings. */
type Refusal = { error: (issue: object) => string };

/**
 * What a check of a call's input says when it refuses, in both languages: `z.string().regex(pattern, refusal({ zh, en }))`. zod has room for
 * one string; the whole text goes along on the issue, which keeps what is put on it while its message is made.
 */
export const refusal = (text: Text): Refusal => ({
  error: (issue) => {
    Object.assign(issue, { text });
    return text.en;
  },
});

/** Both languages of an issue that `refusal` speaks for; undefined for any other. */
export const refusalText = (issue: object): Text | undefined => (issue as { text?: Text }).text;
