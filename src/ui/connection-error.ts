import type { Text } from "#kit/text.ts";

/** The message when a response or a module cannot be loaded. */
export const connectionErrorText: Text = {
  zh: "获取失败，请检查网络后重试",
  en: "Could not connect. Check your network and try again.",
};
