import type { Text } from "#kit/text.ts";

/** The fixed messages about themes (B-200 to B-202). The Chinese words stand as the contract has them, with a slip in the last one (B-383). */
export const themeRefusals = {
  wrongId: { zh: "模板Id不正确，请输入正确的模板Id", en: "Wrong theme ID. Enter the ID of a theme." },
  wrongAddress: {
    zh: "模板信息访问出错，请输入正确的访问网址",
    en: "This theme has no such page. Enter the right address.",
  },
  notAllowed: { zh: "您无权访问改模板", en: "You don’t have access to this theme" },
} satisfies Record<string, Text>;
