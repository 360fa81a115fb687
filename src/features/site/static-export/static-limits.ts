import type { Text } from "#kit/text.ts";

/** The maximum number of pages in a static export, in each of the two languages. */
export const maxStaticPages = 5000;

/** Scheme and host of the server that will serve an export. */
export const staticOriginPattern = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;

export const originText: Text = {
  zh: "请输入以 http:// 或 https:// 开头的网址，不含路径，例如 https://www.example.com",
  en: "Enter an address that begins with http:// or https://, without a path, such as https://www.example.com.",
};
