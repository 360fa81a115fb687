import type { Text } from "#kit/text.ts";

/** Said when neither an answer nor a part of the program comes through. */
export const notArrived: Text = {
  zh: "获取失败，请检查网络后重试",
  en: "Could not connect. Check your network and try again.",
};
