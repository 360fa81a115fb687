import type { Text } from "#kit/text.ts";

/** The message when an answer or a part of the program cannot be loaded. */
export const connectionErrorText: Text = {
  zh: "获取失败，请检查网络后重试",
  en: "Could not connect. Check your network and try again.",
};
