import type { Choice } from "./field.ts";
import type { Text } from "./text.ts";

/** The texts of true and false. */
export const yesNo: Readonly<Record<"true" | "false", Text>> = {
  true: { zh: "是", en: "Yes" },
  false: { zh: "否", en: "No" },
};

/** `yesNo` as choices of a field. */
export const yesNoChoices: Choice[] = Object.entries(yesNo).map(([key, name]) => ({ key, name }));
