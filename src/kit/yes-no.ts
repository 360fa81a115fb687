import type { Choice } from "./field.ts";
import type { Text } from "./text.ts";

/** How a value that is true or false reads. */
export const yesNo: Readonly<Record<"true" | "false", Text>> = {
  true: { zh: "是", en: "Yes" },
  false: { zh: "否", en: "No" },
};

/** The same to choose from. */
export const yesNoChoices: Choice[] = Object.entries(yesNo).map(([key, name]) => ({ key, name }));
