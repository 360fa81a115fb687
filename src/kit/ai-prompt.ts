import type { Text } from "./text.ts";

/** What a prompt is for: the program offers it where it fits, and knows what its answer is. A prompt without a purpose is on the screen of the AI only. */
export const promptPurposes = ["draft", "summary", "translate", "shorten", "alt", "outline"] as const;
export type PromptPurpose = (typeof promptPurposes)[number];

/** The purposes of prompts whose answer is the text of a field, in the order in which a field offers them. */
export const textPurposes = ["draft", "summary", "translate", "shorten"] as const satisfies readonly PromptPurpose[];

/** A prompt as people see it. `maxInputLength`: the most characters of each input. */
export type OfferedPrompt = {
  url: string;
  name: Text | null;
  purpose: PromptPurpose | null;
  inputs: string[];
  maxInputLength: number;
};

/**
 * The inputs that the program fills in itself where it asks for a field, a picture or a page: in which language and format the answer has to be, and
 * which components there are. Nobody is asked for them.
 */
export const ownInputs = ["language", "format", "length", "field", "file", "components"] as const;
